/* SPDX-License-Identifier: MIT */
/* Which picture a thing number of a WAD map shows. */

#include "wad.h"

static const struct {
    int16_t number;
    char sprite[5];
} sprites[] = {
    {5, "BKEY"},    {6, "YKEY"},    {7, "SPID"},    {8, "BPAK"},    {9, "SPOS"},    {10, "PLAY"},
    {13, "RKEY"},   {16, "CYBR"},   {17, "CELP"},   {30, "COL1"},   {31, "COL2"},   {32, "COL3"},
    {33, "COL4"},   {34, "CAND"},   {35, "CBRA"},   {36, "COL5"},   {37, "COL6"},   {38, "RSKU"},
    {39, "YSKU"},   {40, "BSKU"},   {41, "CEYE"},   {42, "FSKU"},   {43, "TRE1"},   {44, "TBLU"},
    {45, "TGRN"},   {46, "TRED"},   {47, "SMIT"},   {48, "ELEC"},   {54, "TRE2"},   {55, "SMBT"},
    {56, "SMGT"},   {57, "SMRT"},   {58, "SARG"},   {64, "VILE"},   {65, "CPOS"},   {66, "SKEL"},
    {67, "FATT"},   {68, "BSPI"},   {69, "BOS2"},   {70, "FCAN"},   {71, "PAIN"},   {82, "SGN2"},
    {83, "MEGA"},   {84, "SSWV"},   {85, "TLMP"},   {86, "TLP2"},   {2001, "SHOT"}, {2002, "MGUN"},
    {2003, "LAUN"}, {2004, "PLAS"}, {2005, "CSAW"}, {2006, "BFUG"}, {2007, "CLIP"}, {2008, "SHEL"},
    {2010, "ROCK"}, {2011, "STIM"}, {2012, "MEDI"}, {2013, "SOUL"}, {2014, "BON1"}, {2015, "BON2"},
    {2018, "ARM1"}, {2019, "ARM2"}, {2022, "PINV"}, {2023, "PSTR"}, {2024, "PINS"}, {2025, "SUIT"},
    {2026, "PMAP"}, {2028, "COLU"}, {2035, "BAR1"}, {2045, "PVIS"}, {2046, "BROK"}, {2047, "CELL"},
    {2048, "AMMO"}, {2049, "SBOX"}, {3001, "TROO"}, {3002, "SARG"}, {3003, "BOSS"}, {3004, "POSS"},
    {3005, "HEAD"}, {3006, "SKUL"},
};

const char *r3d_priv_thing_sprite(int32_t number)
{
    for (size_t i = 0; i < sizeof sprites / sizeof sprites[0]; i++) {
        if (sprites[i].number == number) {
            return sprites[i].sprite;
        }
    }
    return NULL;
}
