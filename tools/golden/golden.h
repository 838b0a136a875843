/* SPDX-License-Identifier: MIT */
/* The actions of retro3d golden. argv[0] is the action's name; each returns an exit code. */

#ifndef R3D_TOOLS_CMD_GOLDEN_H
#define R3D_TOOLS_CMD_GOLDEN_H

int golden_add(int argc, char **argv);
int golden_accept(int argc, char **argv);
int golden_status(int argc, char **argv);
int golden_check(int argc, char **argv);
int golden_check_file(int argc, char **argv);
int golden_prune(int argc, char **argv);
int golden_clean(int argc, char **argv);
int golden_manifest(int argc, char **argv);
int golden_verify(int argc, char **argv);
int golden_mask(int argc, char **argv);
int golden_report(int argc, char **argv);
int golden_json(int argc, char **argv);
int golden_junit(int argc, char **argv);
int golden_markdown(int argc, char **argv);
int golden_merge(int argc, char **argv);

#endif
