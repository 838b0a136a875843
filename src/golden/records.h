/* SPDX-License-Identifier: MIT */
/// @file records.h
/// One line a check in <out>/results/<suite>.<pid>.jsonl, for reports and for accepting.

#ifndef RETRO3D_GOLDEN_RECORDS_H
#define RETRO3D_GOLDEN_RECORDS_H

#include "session_internal.h"

typedef struct r3d_priv_golden_record {
    const char *name;
    const char *kind; ///< "picture", "i32" or "text".
    r3d_golden_status status;
    bool passed;
    const char *variant;
    const r3d_diff_result *diff;   ///< NULL when nothing was compared.
    const r3d_diff_owners *owners; ///< NULL when there is no owner plane.
    const char *hints;             ///< Lines "hint: ...", or NULL.
    const char *explain;           ///< Pixel histories, or NULL.
    const char *text;              ///< What was printed, without measurement lines.
    bool is_deep;                  ///< The picture has 16 bits a sample.
    const char *actual_ending;     ///< Of the artefact that accepting takes, or NULL.
    r3d_golden_owner_name_fn owner_name;
    void *user;
} r3d_priv_golden_record;

/// Appends the record; a failure to write is told in `text`.
void r3d_priv_record_write(const r3d_golden *golden, const r3d_priv_golden_record *record,
                           r3d_diff_text *text);

/// Appends that a run of the suite begins, or how it ended: only a run that ended, with nothing left out, tells
/// which goldens are unused. What cannot be written leaves the run without its beginning or its end.
void r3d_priv_record_begin(const r3d_golden *golden);
void r3d_priv_record_end(const r3d_golden *golden);

#endif
