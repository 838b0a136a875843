/* SPDX-License-Identifier: MIT */
/* The rooms of display lists, and their commands by name. */

#include <string.h>

#include <retro3d/text.h>

#include "script_internal.h"

const r3d_script_room *const r3d_priv_rooms[] = {
    &r3d_priv_frame_room,   &r3d_priv_area_room,   &r3d_priv_sprite_room,
    &r3d_priv_raster_room,  &r3d_priv_mesh_room,   &r3d_priv_model_room,
    &r3d_priv_record_room,  &r3d_priv_column_room, &r3d_priv_column_picture_room,
    &r3d_priv_outline_room, &r3d_priv_affine_room, &r3d_priv_affine_draw_room,
};

const size_t r3d_priv_room_count = R3D_PRIV_COUNT(r3d_priv_rooms);

enum { NAMES_MAX = 512 };

const r3d_script_command *r3d_priv_find_command(const r3d_script_room *const *rooms, size_t count,
                                                const char *name, const char **out_nearest)
{
    const char *names[NAMES_MAX];
    size_t name_count = 0;
    for (size_t r = 0; r < count; r++) {
        for (size_t i = 0; i < rooms[r]->command_count; i++) {
            const r3d_script_command *command = &rooms[r]->commands[i];
            if (strcmp(command->name, name) == 0) {
                return command;
            }
            if (name_count < NAMES_MAX) {
                names[name_count++] = command->name;
            }
        }
    }
    *out_nearest = r3d_text_nearest(name, names, name_count);
    return NULL;
}

const r3d_script_command *r3d_script_find_command(const r3d_script_room *const *rooms,
                                                  size_t room_count, const char *name,
                                                  const char **out_nearest)
{
    const char *ignored;
    if (name == NULL) {
        return NULL;
    }
    const r3d_script_command *found = r3d_priv_find_command(
        r3d_priv_rooms, r3d_priv_room_count, name, out_nearest != NULL ? out_nearest : &ignored);
    for (size_t i = 0; rooms != NULL && i < room_count && found == NULL; i++) {
        found = r3d_priv_find_command(&rooms[i], 1, name, &ignored);
    }
    return found;
}

/* The command behind `command` that has its name; *seen tells whether that was met yet. */
static const r3d_script_command *find_next(const r3d_script_room *room,
                                           const r3d_script_command *command, bool *seen)
{
    for (size_t i = 0; i < room->command_count; i++) {
        const r3d_script_command *other = &room->commands[i];
        if (*seen && strcmp(other->name, command->name) == 0) {
            return other;
        }
        *seen = *seen || other == command;
    }
    return NULL;
}

const r3d_script_command *r3d_script_find_next_command(const r3d_script_room *const *rooms,
                                                       size_t room_count,
                                                       const r3d_script_command *command)
{
    const r3d_script_command *found = NULL;
    bool seen = false;
    for (size_t i = 0; command != NULL && i < r3d_priv_room_count && found == NULL; i++) {
        found = find_next(r3d_priv_rooms[i], command, &seen);
    }
    for (size_t i = 0; command != NULL && rooms != NULL && i < room_count && found == NULL; i++) {
        found = find_next(rooms[i], command, &seen);
    }
    return found;
}

bool r3d_script_command_takes(const r3d_script_command *command, size_t index, const char *word,
                              size_t length)
{
    int32_t whole;
    double fraction;
    if (command == NULL || word == NULL) {
        return false;
    }
    for (size_t i = 0; i <= index; i++) {
        if (i == R3D_SCRIPT_ARGS_MAX || command->args[i].kind == R3D_SCRIPT_ARG_NONE) {
            return true;
        }
    }
    if (command->args[index].kind == R3D_SCRIPT_ARG_INT) {
        return r3d_text_to_i32(word, length, &whole) != R3D_ERR_FORMAT_SYNTAX;
    }
    return command->args[index].kind != R3D_SCRIPT_ARG_DECIMAL ||
           r3d_text_to_double(word, length, &fraction) == R3D_OK;
}

const r3d_script_command *r3d_script_get_command(const r3d_script *script, size_t index)
{
    return script != NULL && index < script->command_count ? script->commands[index].spec : NULL;
}
