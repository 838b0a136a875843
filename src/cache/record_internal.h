/* SPDX-License-Identifier: MIT */
/* What the decoders of the records share. Each record is a list of opcodes with operands, ended by
 * 0. */

#ifndef R3D_SRC_CACHE_RECORD_INTERNAL_H
#define R3D_SRC_CACHE_RECORD_INTERNAL_H

#include "cache_internal.h"

/* A record that is being read. */
typedef struct r3d_priv_record_reader {
    r3d_priv_reader *reader;
    r3d_priv_origin origin;
    r3d_priv_arena *arena;
    r3d_error *out_error;
    const char *kind; /* "obj", for messages */
    int32_t id;
    bool out_of_memory;
} r3d_priv_record_reader;

/* Does what an opcode says. Returns false for an opcode that does not exist. */
typedef bool (*r3d_priv_opcode_handler)(r3d_priv_record_reader *r, int32_t opcode, void *record);

/* Reads opcodes until the end of the record. */
r3d_result r3d_priv_record_read(r3d_priv_record_reader *r, r3d_priv_opcode_handler handle,
                                void *record);

/* A text up to its 0x0A, with a zero byte; "" without memory. */
const char *r3d_priv_record_text(r3d_priv_record_reader *r);

/* A u8 count and that many u16. NULL for a count of 0. */
const int32_t *r3d_priv_record_u16_list(r3d_priv_record_reader *r, int32_t *out_count);

/* A u8 count and that many pairs. */
const r3d_cache_recolor *r3d_priv_record_recolors(r3d_priv_record_reader *r, int32_t *out_count);

/* A u16 where 65535 stands for none: -1. */
int32_t r3d_priv_record_id(r3d_priv_record_reader *r);

/* Makes every text of a list "". */
void r3d_priv_record_no_texts(const char **texts, int32_t count);

#endif
