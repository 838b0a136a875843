/* SPDX-License-Identifier: MIT */

#include "listing.h"

#include <string.h>

#include "cmocka_all.h"

listing listing_open(const char *path)
{
    char full[1024];
    listing list;
    memset(&list, 0, sizeof list);
    snprintf(full, sizeof full, "%s/%s", R3D_TEST_SOURCE_DIR, path);
    list.file = fopen(full, "r");
    if (list.file == NULL) {
        fail_msg("cannot open %s", full);
    }
    return list;
}

int listing_next(listing *list)
{
    char line[1024];
    while (fgets(line, sizeof line, list->file) != NULL) {
        line[strcspn(line, "#\r\n")] = '\0';
        list->word_count = 0;
        for (char *word = strtok(line, " \t"); word != NULL; word = strtok(NULL, " \t")) {
            assert_true(list->word_count < LISTING_WORDS_MAX);
            snprintf(list->words[list->word_count++], LISTING_WORD_SIZE, "%s", word);
        }
        if (list->word_count > 0) {
            return 1;
        }
    }
    return 0;
}

void listing_close(listing *list)
{
    fclose(list->file);
}
