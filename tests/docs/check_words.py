# SPDX-License-Identifier: MIT
"""check_words.py SOURCE [--list]: the words of public names are known, and no retired word comes back.

A public name is r3d_... or R3D_... in include/; its words lie between underscores. Each is in docs/glossary.md or in
plain_words.txt, which is for words that mean what they mean everywhere. Who needs a new word writes it into one of the two.
Retired words, for which the glossary has another, appear in no public name, member or option; colour in no name of any code,
tests included. Functions and types of the program have no r3d_: what has it there is the library's. --list prints what plain_words.txt has
to hold.
"""
import pathlib
import re
import sys
import textwrap

RETIRED = {'colour': 'color', 'colours': 'colors', 'marker': 'ring', 'markers': 'rings', 'subsector': 'leaf',
           'subsectors': 'leaves', 'scissors': 'clip'}
CODE_ONLY = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)


def words_of(name):
    return [w for w in name.lower().split('_')[1:] if w]


def main():
    root = pathlib.Path(sys.argv[1])
    here = pathlib.Path(__file__).parent
    glossary = set()
    for key in re.findall(r'^\| ([^|]+?) \|', (root / 'docs/glossary.md').read_text(), re.M):
        glossary.update(re.findall(r'[a-z0-9]+', key.lower()))
    plain = set((here / 'plain_words.txt').read_text().split())
    names = {}
    problems = []
    for path in sorted((root / 'include').rglob('*.h')):
        code = CODE_ONLY.sub(' ', path.read_text())
        for name in re.findall(r'\b[A-Za-z_]\w*', code):
            for word in name.lower().split('_'):
                if word in RETIRED:
                    problems.append(f'{path.name}: {name}: the word is {RETIRED[word]}, not {word}')
            if re.match(r'(r3d|R3D)_', name):
                names.setdefault(name, path.name)
    for path in sorted((root / 'tools').rglob('*.c')):
        for option in re.findall(r'"--([a-z0-9-]+)', path.read_text()):
            for word in option.split('-'):
                if word in RETIRED:
                    problems.append(f'{path.name}: --{option}: the word is {RETIRED[word]}, not {word}')
    # What the library defines: its headers, public and private.
    library = set()
    for folder in ('include', 'src'):
        for path in sorted((root / folder).rglob('*.[ch]')):
            library.update(re.findall(r'\br3d_\w+', path.read_text()))
    for path in sorted((root / 'tools').rglob('*.[ch]')):
        for name in sorted(set(re.findall(r'\br3d_\w+', CODE_ONLY.sub(' ', path.read_text()))) - library):
            problems.append(f'{path.name}: {name}: names of the program have no r3d_')
    for folder in ('src', 'tools', 'tests'):
        for path in sorted((root / folder).rglob('*.[ch]')):
            for name in sorted(set(re.findall(r'\b\w*[Cc]olour\w*', CODE_ONLY.sub(' ', path.read_text())))):
                problems.append(f'{path.name}: {name}: the word is color, not colour')
    used = {w for name in names for w in words_of(name)}
    if '--list' in sys.argv:
        print(textwrap.fill(' '.join(sorted(used - glossary)), 110))
        return
    for name, file in sorted(names.items()):
        for word in words_of(name):
            if word not in glossary and word not in plain:
                problems.append(f'{file}: {name}: {word} is neither in docs/glossary.md nor in plain_words.txt')
    for word in sorted(plain & glossary):
        problems.append(f'plain_words.txt: {word} is in the glossary')
    if len(names) < 500:
        problems.append(f'only {len(names)} public names found: the search is broken')
    print('\n'.join(dict.fromkeys(problems)) or f'{len(names)} public names of {len(used)} words')
    sys.exit(1 if problems else 0)


main()
