/* SPDX-License-Identifier: MIT */
/* The parts of the report page as zero terminated text; made at build time by embed.cmake. */

#ifndef R3D_TOOLS_REPORT_PARTS_H
#define R3D_TOOLS_REPORT_PARTS_H

extern const unsigned char report_part_css[];
extern const unsigned char report_part_js[];
extern const unsigned char report_part_html[];

#endif
