'use strict';
// The viewer of the golden report. All data come from the JSON block of the page; nothing is loaded
// but the pictures, and names only ever become text nodes.
(function () {
  const data = JSON.parse(document.getElementById('data').textContent);
  const entries = data.entries;
  const $ = (id) => document.getElementById(id);
  const modes = ['side', 'slider', 'onion', 'flicker', 'diff'];
  const state = { shown: [], current: null, mode: 'side', scale: 1, x: 0, y: 0, fit: true,
    slider: 0.5, opacity: 0.5, rate: 4, flip: false, rings: true, cluster: -1,
    back: matchMedia('(prefers-color-scheme: dark)').matches ? 1 : 0,
    failedOnly: false, ticked: new Set() };
  const id = (e) => e.suite + '/' + e.name;

  function make(tag, options, ...children) {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(options || {})) {
      if (key === 'class') node.className = value;
      else if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
      else if (value !== false && value != null) node.setAttribute(key, value === true ? '' : value);
    }
    node.append(...children);
    return node;
  }

  // The entry that the address names; a broken address names none.
  function linkedName() {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch (error) {
      return null;
    }
  }

  // ---- pictures ----------------------------------------------------------------------------------
  function load(source) {
    return new Promise((resolve) => {
      if (!source) { resolve(null); return; }
      const image = new Image();
      image.onload = () =>
        resolve({ image, width: image.naturalWidth, height: image.naturalHeight });
      image.onerror = () => resolve(null);
      image.src = source;
    });
  }

  // The bytes of a part; null for pictures beside the page, which may be seen but not read.
  const reader = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  function read(p, x, y, width, height) {
    try {
      reader.canvas.width = width;
      reader.canvas.height = height;
      reader.drawImage(p.image, -x, -y);
      return reader.getImageData(0, 0, width, height).data;
    } catch (error) {
      return null;
    }
  }

  // The diff picture without rings, made when it is first looked at.
  function plainDiff(p) {
    if (!state.plain) state.plain = withoutRings(p.expected, p.actual, p.diff);
    return state.plain;
  }

  // A red pixel whose two colours are equal belongs to a ring.
  function withoutRings(expected, actual, diff) {
    if (!expected || !actual || !diff) return diff;
    const whole = (p) => ({ width: p.width, height: p.height, data: read(p, 0, 0, p.width, p.height) });
    const [e, a, d] = [whole(expected), whole(actual), whole(diff)];
    if (!e.data || !a.data || !d.data) return diff;
    const c = document.createElement('canvas');
    c.width = d.width;
    c.height = d.height;
    const g = c.getContext('2d');
    const out = g.createImageData(d.width, d.height);
    out.data.set(d.data);
    for (let y = 0; y < d.height; y++) {
      for (let x = 0; x < d.width; x++) {
        const i = (y * d.width + x) * 4;
        if (d.data[i] !== 255 || d.data[i + 1] !== 0 || d.data[i + 2] !== 0) continue;
        const inE = x < e.width && y < e.height;
        const inA = x < a.width && y < a.height;
        const j = (y * e.width + x) * 4;
        const k = (y * a.width + x) * 4;
        let same = inE && inA;
        for (let n = 0; n < 4 && same; n++) same = e.data[j + n] === a.data[k + n];
        if (inE && !same && inA) continue;
        const luma = inE ? (77 * e.data[j] + 150 * e.data[j + 1] + 29 * e.data[j + 2] + 128) >> 8 : 0;
        const grey = 192 + (luma >> 2);
        out.data[i] = grey;
        out.data[i + 1] = inE && inA ? grey : 0;
        out.data[i + 2] = grey;
        if (!inE || !inA) { out.data[i] = 255; out.data[i + 2] = 255; }
      }
    }
    g.putImageData(out, 0, 0);
    return { image: c, width: d.width, height: d.height };
  }

  // ---- the list ----------------------------------------------------------------------------------
  function mismatches(e) { return e.diff ? e.diff.mismatches : 0; }

  function note(e) {
    if (!e.diff) return e.reason === e.status ? '' : e.reason;
    if (e.diff.verdict === 'sizes') return 'sizes differ';
    if (e.passed && !e.diff.mismatches) return 'equal';
    const n = e.diff.clusterCount;
    return `${e.diff.mismatches} px, ${n} cluster${n === 1 ? '' : 's'}`;
  }

  function refreshList() {
    const text = $('find').value.toLowerCase();
    const status = $('status').value;
    const suite = $('suite').value;
    state.shown = entries.filter((e) => (!text || id(e).toLowerCase().includes(text)) &&
      (!status || e.status === status) && (!suite || e.suite === suite) &&
      (!state.failedOnly || !e.passed));
    const order = $('sort').value;
    if (order !== 'name') {
      const sign = order === 'most' ? -1 : 1;
      state.shown.sort((a, b) => sign * (mismatches(a) - mismatches(b)));
    }
    const list = $('list');
    list.replaceChildren(...state.shown.map((e) => {
      const tick = make('input', { type: 'checkbox', 'aria-label': 'select ' + id(e),
        onchange: (event) => {
          if (event.target.checked) state.ticked.add(id(e)); else state.ticked.delete(id(e));
          refreshCommand();
        } });
      tick.checked = state.ticked.has(id(e));
      return make('li', { 'data-id': id(e) }, tick,
        make('button', { type: 'button', onclick: () => show(e) },
          make('span', { class: 'name' }, id(e)),
          make('span', { class: 'note' }, make('span', { class: 'status ' + e.status }, e.status),
            ' ' + note(e))));
    }));
    $('count').textContent = `${state.shown.length} of ${entries.length} shown`;
    markCurrent();
    if (state.shown.length && !state.shown.includes(state.current)) show(state.shown[0]);
  }

  function markCurrent() {
    for (const li of $('list').children) {
      const now = state.current && li.dataset.id === id(state.current);
      li.classList.toggle('now', Boolean(now));
      if (now) {
        li.setAttribute('aria-current', 'true');
        li.scrollIntoView({ block: 'nearest' });
      } else {
        li.removeAttribute('aria-current');
      }
    }
  }

  // One command for each artefact root, whose place is only known where the page lies.
  function outOf(folder) {
    const prefix = data.folders[folder] || '';
    if (location.protocol !== 'file:') return prefix.replace(/\/$/, '') || '.';
    const path = decodeURIComponent(location.pathname).replace(/^\/([A-Za-z]:)/, '$1');
    const parts = path.split('/').slice(0, -1);
    for (const part of prefix.split('/')) {
      if (part === '..') parts.pop();
      else if (part) parts.push(part);
    }
    return parts.join('/') || '/';
  }

  function word(text) {
    return /^[\w./+=:,@%-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\\''") + "'";
  }

  function refreshCommand() {
    const byFolder = new Map();
    for (const e of entries.filter((entry) => state.ticked.has(id(entry)))) {
      byFolder.set(e.folder, [...(byFolder.get(e.folder) || []), id(e)]);
    }
    $('command').value = [...byFolder].map(([folder, names]) =>
      'retro3d golden accept ' + names.join(' ') + ' --out ' + word(outOf(folder))).join(' && ');
    $('copy').disabled = byFolder.size === 0;
  }

  async function copyCommand() {
    const box = $('command');
    try {
      await navigator.clipboard.writeText(box.value);
    } catch (error) {
      box.select(); // no clipboard on file:// in some browsers
      document.execCommand('copy');
    }
    $('copied').textContent = 'copied';
    setTimeout(() => { $('copied').textContent = ''; }, 1500);
  }

  // ---- one entry ---------------------------------------------------------------------------------
  async function show(e) {
    state.current = e;
    state.cluster = -1;
    state.pictures = {};
    state.plain = null;
    $('title').textContent = id(e);
    $('kind').textContent = e.status;
    $('kind').className = 'status ' + e.status;
    $('facts').textContent = facts(e);
    $('place').textContent = e.source ? `${e.source.file}:${e.source.line}` : '';
    $('source').textContent = e.source ? e.source.text || '' : '';
    $('text').textContent = e.text + settings(e);
    listClusters(e);
    markCurrent();
    if (linkedName() !== id(e)) {
      history.replaceState(null, '', '#' + id(e));
    }
    const s = e.pictures;
    const [expected, actual, diff, owner] = await Promise.all(
      [load(s.expected), load(s.actual), load(s.diff), load(s.owner)]);
    if (state.current !== e) return;
    state.pictures = { expected, actual, diff, owner };
    state.fit = true;
    layout();
  }

  // Every effective setting; those that were asked for say where.
  function settings(e) {
    if (!e.diff || !e.diff.settings) return '';
    const list = Object.entries(e.diff.settings).map(([name, s]) =>
      `  ${name}: ${s.value}` + (s.from === 'default' ? '' : `  (${s.from})`));
    return '\nsettings (defaults, but for those that name their source)\n' + list.join('\n');
  }

  function facts(e) {
    const parts = [];
    if (e.variant) parts.push('variant @' + e.variant);
    if (e.diff) {
      const d = e.diff;
      if (d.verdict === 'sizes') {
        return [...parts, `sizes differ: ${d.expectedSize.join('x')} expected, ${d.actualSize.join('x')} actual`]
          .join(' · ');
      }
      const alpha = d.settings.channels.value !== 'rgb';
      parts.push(`${d.mismatches} of ${d.compared} px`);
      if (d.maxDelta) parts.push(`max delta ${d.maxDelta.slice(0, alpha ? 4 : 3).join(',')}`);
      if (d.masked) parts.push(d.masked + ' masked');
      if (d.excused) parts.push(d.excused + ' excused');
      parts.push(`${d.settings.metric.value}, ${d.settings.channels.value}`);
    }
    return parts.join(' · ');
  }

  function listClusters(e) {
    const clusters = e.diff ? e.diff.clusters : [];
    const body = $('clusters').tBodies[0];
    body.replaceChildren(...clusters.map((c, i) => make('tr', {},
      make('td', {}, make('button', { type: 'button', onclick: () => zoomTo(i),
        'aria-label': 'zoom to cluster ' + (i + 1) }, '#' + (i + 1))),
      make('td', {}, String(c.count)),
      make('td', {}, `${c.bbox[0]},${c.bbox[1]}..${c.bbox[2]},${c.bbox[3]}`),
      make('td', {}, c.maxDelta === undefined ? '' : String(c.maxDelta)),
      make('td', {}, ((e.owners || [])[i] || []).slice(0, 3).map((o) => o.name).join('; ')))));
    $('nocluster').hidden = clusters.length !== 0;
  }

  function zoomTo(i) {
    const c = state.current && state.current.diff && state.current.diff.clusters[i];
    if (!c) return;
    state.cluster = i;
    const pane = panes()[0];
    if (!pane) return;
    const w = c.bbox[2] - c.bbox[0] + 1;
    const h = c.bbox[3] - c.bbox[1] + 1;
    state.fit = false;
    state.scale = Math.max(1, Math.min(24, Math.floor(Math.min(pane.clientWidth / (w + 24),
      pane.clientHeight / (h + 24)))));
    state.x = (c.bbox[0] + c.bbox[2] + 1) / 2;
    state.y = (c.bbox[1] + c.bbox[3] + 1) / 2;
    [...$('clusters').tBodies[0].rows].forEach((row, k) => row.classList.toggle('now', k === i));
    draw();
  }

  // ---- drawing -----------------------------------------------------------------------------------
  function panes() { return [...$('stage').querySelectorAll('canvas')]; }

  // Why a pane has no picture; null when it has what it shows.
  function absent(name) {
    const e = state.current;
    const p = state.pictures || {};
    const needed = name === 'diff' ? ['diff'] : name === 'expected' || name === 'actual' ? [name]
      : ['expected', 'actual'];
    if (!e || needed.every((kind) => p[kind])) return null;
    if (e.reason === 'new' || e.reason === 'updated') {
      return 'The golden was written by this run: look at it before it is committed.';
    }
    if (e.passed && e.reason === 'passed') {
      return (e.diff && e.diff.verdict === 'within' ? 'Within the bounds of its golden' : 'Equal to its golden') +
        ': what passed is not kept.';
    }
    if (e.kind !== 'picture') return name === 'diff' ? 'The text below says what differs.' : 'There is none.';
    if (e.reason === 'missing' && !p.expected) {
      return name === 'actual' ? 'The picture is gone.' : name === 'expected'
        ? 'There is no golden yet. If the actual picture is right, tick it and accept it.'
        : 'There is nothing to compare with yet.';
    }
    return 'There is no such picture: see the text below.';
  }

  function layout() {
    const names = state.mode === 'side' ? ['expected', 'actual', 'diff'] : [state.mode];
    const labels = { slider: 'left: expected, right: actual', onion: 'actual over expected',
      flicker: 'expected and actual in turn' };
    $('stage').replaceChildren(...names.map((name) => {
      const label = name + ' picture of ' + (state.current ? id(state.current) : '');
      const text = state.current && (state.current.texts || {})[name];
      const why = text === undefined ? absent(name) : null;
      if (text !== undefined || why) {
        return make('div', { class: 'pane' }, make('span', {}, labels[name] || name), text === undefined
          ? make('div', { class: 'blank', 'aria-label': label }, why)
          : make('pre', { class: 'text', 'aria-label': label, tabindex: '0' }, text));
      }
      const canvas = make('canvas', { 'data-pane': name, role: 'img', tabindex: '0',
        'aria-label': label });
      canvas.addEventListener('wheel', onWheel, { passive: false });
      canvas.addEventListener('pointerdown', onDown);
      canvas.addEventListener('pointermove', onMove);
      canvas.addEventListener('pointerup', onUp);
      canvas.addEventListener('dblclick', () => { state.fit = true; draw(); });
      return make('div', { class: 'pane' }, make('span', {}, labels[name] || name), canvas);
    }));
    for (const m of modes) $('mode-' + m).setAttribute('aria-pressed', String(m === state.mode));
    $('opacity-box').hidden = state.mode !== 'onion';
    $('slider-box').hidden = state.mode !== 'slider';
    $('rate-box').hidden = state.mode !== 'flicker';
    schedule();
    draw();
  }

  function size() {
    const p = Object.values(state.pictures || {}).filter(Boolean);
    return { width: Math.max(1, ...p.map((q) => q.width)), height: Math.max(1, ...p.map((q) => q.height)) };
  }

  function background(g, w, h) {
    g.fillStyle = state.back === 1 ? '#111' : '#fff';
    g.fillRect(0, 0, w, h);
    if (state.back !== 2) return;
    g.fillStyle = '#ccc';
    for (let y = 0; y < h; y += 8) {
      for (let x = (y / 8) % 2 * 8; x < w; x += 16) g.fillRect(x, y, 8, 8);
    }
  }

  function put(g, p, view, alpha) {
    if (!p) return;
    g.globalAlpha = alpha == null ? 1 : alpha;
    g.drawImage(p.image, view.left, view.top, p.width * view.scale, p.height * view.scale);
    g.globalAlpha = 1;
  }

  function rings(g, view) {
    const d = state.current && state.current.diff;
    if (!state.rings || !d) return;
    const s = size();
    const m = Math.max(s.width, s.height);
    const radius = Math.max(8, Math.ceil(m / 64));
    const padding = Math.max(3, Math.floor(radius / 4));
    g.strokeStyle = '#f00';
    g.lineWidth = Math.max(1.5, Math.max(2, Math.ceil(m / 640)) * Math.min(1, view.scale));
    for (const c of d.clusters) {
      const [x0, y0, x1, y1] = c.bbox;
      const bw = x1 - x0 + 1;
      const bh = y1 - y0 + 1;
      g.beginPath();
      if (4 * bw >= 3 * s.width && 4 * bh >= 3 * s.height) {
        g.rect(view.left + 1, view.top + 1, s.width * view.scale - 2, s.height * view.scale - 2);
      } else {
        const long = Math.max(bw, bh);
        const short = Math.min(bw, bh);
        const capsule = long >= 2 * short && Math.hypot(bw, bh) > 4 * radius;
        const half = capsule ? (long - short) / 2 : 0;
        const r = (Math.max(radius, (capsule ? Math.SQRT2 * short : Math.hypot(bw, bh)) / 2 +
          padding) + 0.5) * view.scale;
        const cx = view.left + (x0 + x1 + 1) / 2 * view.scale;
        const cy = view.top + (y0 + y1 + 1) / 2 * view.scale;
        const dx = bw >= bh ? half * view.scale : 0;
        const dy = bw >= bh ? 0 : half * view.scale;
        if (bw >= bh) {
          g.arc(cx - dx, cy, r, Math.PI / 2, 3 * Math.PI / 2);
          g.arc(cx + dx, cy, r, -Math.PI / 2, Math.PI / 2);
        } else {
          g.arc(cx, cy - dy, r, Math.PI, 2 * Math.PI);
          g.arc(cx, cy + dy, r, 0, Math.PI);
        }
        g.closePath();
      }
      g.stroke();
    }
  }

  function drawPane(canvas) {
    const ratio = window.devicePixelRatio || 1;
    const w = canvas.clientWidth;
    const h = canvas.clientHeight;
    canvas.width = Math.max(1, Math.round(w * ratio));
    canvas.height = Math.max(1, Math.round(h * ratio));
    const g = canvas.getContext('2d');
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.imageSmoothingEnabled = false;
    background(g, w, h);
    const p = state.pictures || {};
    const s = size();
    if (state.fit) {
      const fit = Math.min(w / s.width, h / s.height);
      state.scale = fit >= 1 ? Math.floor(fit) : fit;
      state.x = s.width / 2;
      state.y = s.height / 2;
    }
    const view = { scale: state.scale, left: Math.round(w / 2 - state.x * state.scale),
      top: Math.round(h / 2 - state.y * state.scale) };
    canvas.view = view;
    const pane = canvas.dataset.pane;
    if (pane === 'slider') {
      const cut = Math.round(w * state.slider);
      g.save();
      g.beginPath();
      g.rect(0, 0, cut, h);
      g.clip();
      put(g, p.expected, view);
      g.restore();
      g.save();
      g.beginPath();
      g.rect(cut, 0, w - cut, h);
      g.clip();
      put(g, p.actual, view);
      g.restore();
      rings(g, view);
      g.fillStyle = '#0a58ca';
      g.fillRect(cut - 1, 0, 2, h);
    } else if (pane === 'onion') {
      put(g, p.expected, view);
      put(g, p.actual, view, state.opacity);
      rings(g, view);
    } else if (pane === 'flicker') {
      put(g, state.flip ? p.actual : p.expected, view);
      rings(g, view);
    } else if (pane === 'diff') {
      put(g, state.rings ? p.diff : plainDiff(p), view);
    } else {
      put(g, p[pane], view);
      if (pane === 'actual') rings(g, view);
    }
  }

  function draw() {
    for (const canvas of panes()) drawPane(canvas);
    $('zoom').textContent = state.scale >= 1 ? state.scale + '×' : Math.round(state.scale * 100) + '%';
  }

  // ---- flicker -----------------------------------------------------------------------------------
  let timer = 0;
  let running = true;
  function schedule() {
    clearInterval(timer);
    if (state.mode === 'flicker' && running) {
      timer = setInterval(() => { state.flip = !state.flip; draw(); }, 1000 / state.rate / 2);
    }
  }

  // ---- pointer -----------------------------------------------------------------------------------
  let drag = null;
  function zoomAt(factor, canvas, px, py) {
    const view = canvas.view;
    const ix = (px - view.left) / view.scale;
    const iy = (py - view.top) / view.scale;
    let scale = state.scale * factor;
    if (scale >= 1) scale = factor > 1 ? Math.max(Math.floor(state.scale) + 1, Math.round(scale))
      : Math.max(1, Math.min(Math.ceil(state.scale) - 1, Math.round(scale)));
    scale = Math.min(64, Math.max(1 / 64, factor < 1 && state.scale <= 1 ? state.scale / 2 : scale));
    state.fit = false;
    state.scale = scale;
    state.x = ix + (canvas.clientWidth / 2 - px) / scale;
    state.y = iy + (canvas.clientHeight / 2 - py) / scale;
    draw();
  }

  function onWheel(event) {
    event.preventDefault();
    const box = event.target.getBoundingClientRect();
    zoomAt(event.deltaY < 0 ? 1.5 : 1 / 1.5, event.target, event.clientX - box.left,
      event.clientY - box.top);
  }

  function onDown(event) {
    const box = event.target.getBoundingClientRect();
    const px = event.clientX - box.left;
    const slider = state.mode === 'slider' && Math.abs(px - state.slider * box.width) < 12;
    drag = { slider, px: event.clientX, py: event.clientY, x: state.x, y: state.y };
    event.target.setPointerCapture(event.pointerId);
  }

  function onMove(event) {
    const box = event.target.getBoundingClientRect();
    if (drag && drag.slider) {
      setSlider((event.clientX - box.left) / box.width);
    } else if (drag) {
      state.fit = false;
      state.x = drag.x - (event.clientX - drag.px) / state.scale;
      state.y = drag.y - (event.clientY - drag.py) / state.scale;
      draw();
    }
    inspect(event.target.view, event.clientX - box.left, event.clientY - box.top);
  }

  function onUp() { drag = null; }

  function setSlider(value) {
    state.slider = Math.min(1, Math.max(0, value));
    $('slider').value = String(Math.round(state.slider * 100));
    draw();
  }

  function colour(p, x, y) {
    if (!p || x >= p.width || y >= p.height) return null;
    const bytes = read(p, x, y, 1, 1);
    return bytes ? [...bytes] : undefined;
  }

  function hex(c) {
    if (c === undefined) return 'not readable';
    if (c === null) return 'none';
    const digits = c.map((v) => v.toString(16).padStart(2, '0'));
    return '#' + digits.slice(0, c[3] === 255 ? 3 : 4).join('');
  }

  function inspect(view, px, py) {
    const s = size();
    const x = Math.floor((px - view.left) / view.scale);
    const y = Math.floor((py - view.top) / view.scale);
    if (!state.pictures || x < 0 || y < 0 || x >= s.width || y >= s.height) {
      $('pixel').textContent = '';
      return;
    }
    const e = colour(state.pictures.expected, x, y);
    const a = colour(state.pictures.actual, x, y);
    let text = `(${x},${y})  expected ${hex(e)}  actual ${hex(a)}`;
    if (e && a) {
      const n = e[3] === 255 && a[3] === 255 ? 3 : 4;
      text += '  delta ' + a.slice(0, n).map((v, i) => v - e[i]).join(',');
    }
    const o = colour(state.pictures.owner, x, y);
    if (o) {
      const owner = o[0] * 65536 + o[1] * 256 + o[2];
      const known = (state.current.owners || []).flat().find((k) => k.owner % 16777216 === owner);
      text += '  owner ' + (known ? known.name : owner);
    }
    $('pixel').textContent = text;
  }

  // ---- keyboard ----------------------------------------------------------------------------------
  function step(by) {
    if (!state.shown.length) return;
    const at = state.shown.indexOf(state.current);
    show(state.shown[Math.min(state.shown.length - 1, Math.max(0, at + by))]);
  }

  function stepCluster(by) {
    const count = state.current && state.current.diff ? state.current.diff.clusters.length : 0;
    if (count) zoomTo((state.cluster + by + count + (state.cluster < 0 && by < 0 ? 1 : 0)) % count);
  }

  function setMode(mode) {
    state.mode = mode;
    running = true;
    layout();
  }

  function toggle(name, button) {
    state[name] = !state[name];
    $(button).setAttribute('aria-pressed', String(state[name]));
  }

  function centreZoom(factor) {
    const canvas = panes()[0];
    if (canvas) zoomAt(factor, canvas, canvas.clientWidth / 2, canvas.clientHeight / 2);
  }

  const keys = {
    j: () => step(1), k: () => step(-1), n: () => stepCluster(1), p: () => stepCluster(-1),
    f: () => { toggle('failedOnly', 'failed-only'); refreshList(); },
    c: () => { toggle('rings', 'rings'); draw(); },
    b: () => { state.back = (state.back + 1) % 3; nameBack(); draw(); },
    '+': () => centreZoom(2), '=': () => centreZoom(2), '-': () => centreZoom(0.5),
    0: () => { state.fit = true; draw(); },
    ' ': () => { running = false; schedule(); state.flip = !state.flip; draw(); },
    '?': () => { if ($('help').open) $('help').close(); else $('help').showModal(); },
    x: () => {
      const tick = state.current && [...$('list').children].find((li) => li.dataset.id ===
        id(state.current));
      if (tick) tick.querySelector('input').click();
    },
    '/': () => $('find').focus(),
  };
  modes.forEach((mode, i) => { keys[i + 1] = () => setMode(mode); });

  function nameBack() { $('back').textContent = ['light', 'dark', 'checker'][state.back]; }

  document.addEventListener('keydown', (event) => {
    const tag = event.target.tagName;
    const typing = tag === 'SELECT' || tag === 'TEXTAREA' ||
      (tag === 'INPUT' && event.target.type !== 'checkbox' && event.target.type !== 'range');
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (typing) {
      if (event.key === 'Escape') event.target.blur();
      return;
    }
    if (event.key === ' ' && (tag === 'BUTTON' || tag === 'INPUT')) return;
    const action = keys[event.key];
    if (action && !(event.key === ' ' && state.mode !== 'flicker')) {
      event.preventDefault();
      action();
    }
  });

  // ---- start -------------------------------------------------------------------------------------
  function option(select, value, text) {
    select.append(make('option', { value }, text));
  }

  for (const status of [...new Set(entries.map((e) => e.status))].sort()) {
    option($('status'), status, status);
  }
  for (const suite of [...new Set(entries.map((e) => e.suite))].sort()) {
    option($('suite'), suite, suite);
  }
  $('find').addEventListener('input', refreshList);
  for (const name of ['status', 'suite', 'sort']) $(name).addEventListener('change', refreshList);
  for (const mode of modes) $('mode-' + mode).addEventListener('click', () => setMode(mode));
  $('rings').addEventListener('click', keys.c);
  $('failed-only').addEventListener('click', keys.f);
  $('back').addEventListener('click', keys.b);
  $('zoom-in').addEventListener('click', keys['+']);
  $('zoom-out').addEventListener('click', keys['-']);
  $('zoom').addEventListener('click', keys[0]);
  $('show-help').addEventListener('click', keys['?']);
  $('copy').addEventListener('click', copyCommand);
  $('opacity').addEventListener('input', (event) => { state.opacity = event.target.value / 100; draw(); });
  $('slider').addEventListener('input', (event) => setSlider(event.target.value / 100));
  $('rate').addEventListener('input', (event) => {
    state.rate = Number(event.target.value);
    running = true;
    schedule();
  });
  window.addEventListener('resize', draw);
  window.addEventListener('hashchange', () => {
    const wanted = entries.find((e) => id(e) === linkedName());
    if (wanted && wanted !== state.current) show(wanted);
  });
  document.documentElement.classList.add('live');
  nameBack();
  refreshCommand();
  const linked = entries.find((e) => id(e) === linkedName()) || null;
  state.current = linked;
  refreshList();
  if (linked) show(linked);
  if (!entries.length) {
    $('title').textContent = data.checked ? 'Everything passed' : 'Nothing was checked';
    $('app').classList.add('none');
    $('view').append(document.querySelector('#entries .state'));
  }
  // Hidden pictures load when the page is printed.
  window.addEventListener('beforeprint', () => {
    for (const image of document.querySelectorAll('article img')) image.loading = 'eager';
  });
})();
