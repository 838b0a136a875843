/* SPDX-License-Identifier: MIT */
/* Recording a display list: what it loads from folders and archives becomes single files. */

#ifndef R3D_TOOLS_SCRIPT_RECORD_H
#define R3D_TOOLS_SCRIPT_RECORD_H

/* Draws a display list and writes what was drawn as another one, files beside it; or nothing. Prints what
 * fails; returns an exit code. */
int record_script(const char *script_path, const char *output);

#endif
