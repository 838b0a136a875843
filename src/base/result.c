/* SPDX-License-Identifier: MIT */
/* Texts of the result codes; docs/errors.md explains each at length. */

#include <retro3d/base.h>

const char *r3d_result_string(r3d_result result)
{
    switch (result) {
    case R3D_OK:
        return "success";
    case R3D_ERR_ARGUMENT:
        return "invalid argument";
    case R3D_ERR_RANGE:
        return "value out of range";
    case R3D_ERR_MEMORY:
        return "out of memory";
    case R3D_ERR_LIMIT:
        return "limit exceeded";
    case R3D_ERR_STATE:
        return "call not allowed in this state";
    case R3D_ERR_IO_OPEN:
        return "cannot open file";
    case R3D_ERR_IO_READ:
        return "cannot read file";
    case R3D_ERR_IO_WRITE:
        return "cannot write file";
    case R3D_ERR_FORMAT_MAGIC:
        return "not a file of the expected format";
    case R3D_ERR_FORMAT_TRUNCATED:
        return "data end too early";
    case R3D_ERR_FORMAT_COUNT:
        return "stored count contradicts the data";
    case R3D_ERR_FORMAT_INDEX:
        return "stored index out of range";
    case R3D_ERR_FORMAT_SYNTAX:
        return "syntax error";
    case R3D_ERR_FORMAT_CHECKSUM:
        return "checksum mismatch";
    case R3D_ERR_FORMAT_DATA:
        return "malformed data";
    case R3D_ERR_FORMAT_UNSUPPORTED:
        return "unsupported kind of data";
    }
    return "unknown result code";
}
