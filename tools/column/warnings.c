/* SPDX-License-Identifier: MIT */

#include "warnings.h"

#include <stdio.h>
#include <string.h>

/* Cuts the name out of a message: "wall 17: text", "no picture of patch NAME", and the latter with
 * ": text" behind it. */
static void split_message(const char *message, char *text, char *name)
{
    const char *colon = strstr(message, ": ");
    const char *end = colon == NULL ? message + strlen(message) : colon;
    const bool is_missing = strncmp(message, "no ", 3) == 0;
    const char *start = is_missing || colon == NULL ? end : message;
    while (is_missing && start > message && start[-1] != ' ') {
        start--;
    }
    snprintf(name, LEVEL_NAME_SIZE, "%.*s", (int)(end - start), start);
    const char *rest = colon != NULL && !is_missing ? colon + 2 : end;
    const int before = start > message && is_missing ? (int)(start - message) - 1 : 0;
    snprintf(text, R3D_ERROR_MESSAGE_SIZE, "%.*s%s", start == end ? (int)(end - message) : before,
             message, rest);
}

/* Whether two texts differ in their numbers at most. */
static bool is_same_kind(const char *a, const char *b)
{
    static const char *const digits = "-.0123456789";
    for (;;) {
        a += strspn(a, digits);
        b += strspn(b, digits);
        if (*a != *b || *a == '\0') {
            return *a == *b;
        }
        a++;
        b++;
    }
}

static void print_kind(const level_ear *ear, const level_kind *kind)
{
    fprintf(stderr, "%s:", ear->name);
    if (kind->line > 0) {
        fprintf(stderr, "%ld:", (long)kind->line);
    }
    fprintf(stderr, " warning: %s", kind->count > 1 ? kind->text : kind->first);
    for (int32_t i = 0; i < kind->count && i < LEVEL_NAMES_SHOWN && kind->count > 1; i++) {
        fprintf(stderr, i == 0 ? " (%s" : ", %s", kind->names[i]);
    }
    if (kind->count > 1) {
        fprintf(stderr, kind->count > LEVEL_NAMES_SHOWN ? " ...; %ld times)" : "; %ld times)",
                (long)kind->count);
    }
    fputc('\n', stderr);
}

void level_ear_tell(const level_ear *ear)
{
    for (int32_t i = 0; i < ear->kind_count; i++) {
        print_kind(ear, &ear->kinds[i]);
    }
}

/* Keeps a warning: its kind, whom it is about, and the whole. */
static void add_warning(level_ear *ear, const char *text, const char *name, const char *whole,
                        int32_t line)
{
    int32_t at = 0;
    while (at < ear->kind_count && !is_same_kind(ear->kinds[at].text, text)) {
        at++;
    }
    if (at == ear->kind_count && at == LEVEL_KINDS_MAX) {
        at--; /* there are not that many kinds */
    } else if (at == ear->kind_count) {
        level_kind *kind = &ear->kinds[ear->kind_count++];
        memset(kind, 0, sizeof *kind);
        snprintf(kind->first, sizeof kind->first, "%s", whole);
        snprintf(kind->text, sizeof kind->text, "%s", text);
        kind->line = line;
    }
    level_kind *kind = &ear->kinds[at];
    for (int32_t i = 0; i < kind->count && i < LEVEL_NAMES_SHOWN && name[0] != '\0'; i++) {
        if (strcmp(kind->names[i], name) == 0) {
            return; /* the same again */
        }
    }
    if (kind->count < LEVEL_NAMES_SHOWN) {
        snprintf(kind->names[kind->count], LEVEL_NAME_SIZE, "%s", name);
    }
    kind->count++;
}

void level_ear_issue(const r3d_column_level_issue *issue, int32_t line, void *user)
{
    level_ear *ear = user;
    char text[R3D_ERROR_MESSAGE_SIZE];
    char name[LEVEL_NAME_SIZE];
    if (issue->is_error || !ear->shown) {
        return; /* an error comes back from the call */
    }
    split_message(issue->message, text, name);
    add_warning(ear, text, name, issue->message, line);
}

void level_ear_missing(const r3d_column_level_issue *issue, void *user)
{
    level_ear_issue(issue, 0, user);
}

/* ---- findings ---- */

/* One of several: what they have in common, and whom each is about. */
static void describe(const r3d_column_finding *f, char text[R3D_ERROR_MESSAGE_SIZE],
                     char name[LEVEL_NAME_SIZE])
{
    static const char *const texts[] = {
        [R3D_COLUMN_FAULT_OPEN] = "open between two vertices",
        [R3D_COLUMN_FAULT_REVERSED] = "runs the wrong way",
        [R3D_COLUMN_FAULT_EXCHANGED] = "its sectors are exchanged",
        [R3D_COLUMN_FAULT_SECTOR] = "a side names another sector than lies there",
        [R3D_COLUMN_FAULT_LEAF] = "its sector is not that of the walls around it",
        [R3D_COLUMN_FAULT_OUTSIDE] = "lies in no sector",
    };
    const char *colon = strchr(f->message, ':');
    const int length = colon == NULL ? 0 : (int)(colon - f->message);
    if (f->fault == R3D_COLUMN_FAULT_UNUSED) {
        snprintf(text, R3D_ERROR_MESSAGE_SIZE, "no wall names these %s",
                 f->record == R3D_COLUMN_RECORD_SECTOR ? "sectors" : "vertices");
    } else {
        snprintf(text, R3D_ERROR_MESSAGE_SIZE, "%s", texts[f->fault]);
    }
    snprintf(name, LEVEL_NAME_SIZE, "%.*s", length, f->message);
    if (f->fault == R3D_COLUMN_FAULT_OPEN) {
        snprintf(name, LEVEL_NAME_SIZE, "%.*s: %ld and %ld", length, f->message,
                 (long)f->vertices[0], (long)f->vertices[1]);
    }
}

void level_ear_finding(const r3d_column_finding *finding, void *user)
{
    level_ear *ear = user;
    char text[R3D_ERROR_MESSAGE_SIZE];
    char name[LEVEL_NAME_SIZE];
    if (finding->fault == R3D_COLUMN_FAULT_UNUSED && finding->record == R3D_COLUMN_RECORD_VERTEX &&
        finding->index >= ear->vertex_limit) {
        return;
    }
    describe(finding, text, name);
    add_warning(ear, text, name, finding->message, 0);
    ear->findings++;
}

void level_ear_map(level_ear *ear, const r3d_column_level *level)
{
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(level);
    ear->vertex_limit = 0;
    for (int32_t i = 0; i < desc->wall_count; i++) {
        const int32_t last =
            desc->walls[i].a > desc->walls[i].b ? desc->walls[i].a : desc->walls[i].b;
        ear->vertex_limit = last > ear->vertex_limit ? last : ear->vertex_limit;
    }
}
