/* SPDX-License-Identifier: MIT */
/// @file listen.h
/// Listening to what is drawn into a surface: one callback before and one after each call that
/// draws, with everything the call was told. Pixel histories, the recorder and tools of that kind
/// are built on it; retro3d/history.h and retro3d/record.h are what most clients want.
///
/// The protocol is open. A call is {type, surface, arguments, origin}; each room that draws owns the
/// structs of its arguments and one static r3d_draw_call_type for each of its calls:
/// surface_calls.h, raster_calls.h and model_calls.h have those of the rooms of that name. Nothing
/// here knows them. docs/architecture.md, "How a room joins the protocol", is the guide.
///
/// Nobody pays for it: a drawing function looks at one pointer of its surface, `listener`, each time
/// it is called. So a listener hears whatever is drawn from the moment it is set.

#ifndef RETRO3D_LISTEN_H
#define RETRO3D_LISTEN_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/surface.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_draw_limits_of_listening {
    R3D_DRAW_NUMBERS_MAX = 6,     ///< Numbers of one origin.
    R3D_DRAW_OWNER_KINDS_MAX = 8, ///< Kinds of objects that own pixels of one call.
    R3D_DRAW_OWNERS_MAX = 1 << 24 ///< All objects of one call together.
};

/// A number with a name, such as {"bucket", 40}.
typedef struct r3d_draw_number {
    const char *name; ///< Lower-case words; static storage.
    int32_t value;
} r3d_draw_number;

/// What a call draws: one thing of a stack of things, the innermost first: the face of a model, the
/// wall of a sector of a level, a tile. Who draws it pushes it on the surface, if somebody listens.
struct r3d_draw_origin {
    const r3d_draw_origin *outer; ///< What it is part of; NULL for the outermost.
    const char *kind;             ///< One lower-case word: "model", "face", "wall"; static storage.
    const char *name;             ///< What its owner calls it; NULL: it has a number instead.
    int32_t id;                   ///< Its number among those of its kind, from 0.
    int32_t number_count;
    r3d_draw_number numbers[R3D_DRAW_NUMBERS_MAX]; ///< What else a reader wants to know of it.
};

typedef struct r3d_draw_call_type r3d_draw_call_type;

/// One call. Everything it points to is valid during the callback only, but for its type.
typedef struct r3d_draw_call {
    const r3d_draw_call_type *type;
    r3d_surface *surface;
    const void *arguments;         ///< A struct of the room that owns the type.
    const r3d_draw_origin *origin; ///< What is being drawn; NULL if nobody said.
} r3d_draw_call;

/// What a call does to the pixels of its surface.
typedef enum r3d_draw_writes {
    R3D_DRAW_WRITES_PIXELS = 0, ///< It draws some, and sets the alpha byte of each to 255.
    R3D_DRAW_WRITES_FRAME = 1,  ///< It says of every pixel of the surface whether it is drawn.
    R3D_DRAW_WRITES_PARTS = 2   ///< Nothing itself: what it draws follows as calls of their own
                                ///< before it ends.
} r3d_draw_writes;

/// Objects of one kind that may own pixels of a call: their ids are 0..count-1.
typedef struct r3d_draw_owners {
    const char *kind; ///< As in r3d_draw_origin.
    int32_t count;
} r3d_draw_owners;

/// A pixel that a call wrote or did not write.
typedef struct r3d_draw_pixel {
    int32_t x;
    int32_t y;
    bool is_written;
    uint32_t before; ///< 0xAARRGGBB
    uint32_t after;
} r3d_draw_pixel;

/// Who asks about a pixel. Its functions are called by r3d_draw_call_type.explain, in any number.
typedef struct r3d_draw_explainer {
    /// Of a written pixel: a number that led to its colour, such as "texel x" or "light".
    void (*fact)(const char *name, int32_t value, void *user);
    /// Of a written pixel: its colour before it was blended, the share of it in 1/256 and what it was
    /// blended with. Not called: its colour after the call, opaque.
    void (*source)(uint32_t rgb, int32_t share, uint32_t background, void *user);
    /// What the call would have made of the pixel if it had gone otherwise; for a pixel that it should
    /// not have written, `before`.
    /// @param cause     What a difference of this kind is called: one lower-case word, static storage.
    /// @param rgb       The colour of the pixel then, 0x00RRGGBB.
    /// @param distance  0: a rule of the call decides it; above: so many steps away from what was
    ///                  drawn, say texels. What is nearer tells more.
    /// @param words     The end of a sentence; copied.
    void (*variant)(const char *cause, uint32_t rgb, int32_t distance, const char *words,
                    void *user);
    void *user;
} r3d_draw_explainer;

/// One for each function that draws; static storage, and its address is what tells it from others.
/// Functions that are NULL have the default that is said with them.
struct r3d_draw_call_type {
    const char *name; ///< A few lower-case words for people: "blended rectangle".
    r3d_draw_writes writes;
    /// The rectangle outside which it writes nothing; may be larger than the surface. NULL: it may
    /// write anywhere.
    void (*touches)(const r3d_draw_call *call, r3d_rect *out_rect);
    /// Does the same into another surface, which nobody listens to. NULL: it cannot be repeated.
    r3d_result (*repeat)(const r3d_draw_call *call, r3d_surface *quiet);
    /// Tells what it did at a pixel of its surface, or why it did nothing there. Called when it has
    /// drawn. NULL: nothing is known but the colours.
    void (*explain)(const r3d_draw_call *call, const r3d_draw_pixel *pixel,
                    const r3d_draw_explainer *to);
    /// The kinds of objects that own pixels of it, for owner planes; the innermost origin of one of
    /// these kinds is the owner of what a part writes. They must not depend on what is seen. NULL:
    /// the call owns them all.
    /// @return How many kinds, at most R3D_DRAW_OWNER_KINDS_MAX.
    int32_t (*owners)(const r3d_draw_call *call,
                      r3d_draw_owners out_owners[R3D_DRAW_OWNER_KINDS_MAX]);
};

/// Who listens. Either function may be NULL. They may read the surface, and they may change it if
/// that is what they are for; they must not call drawing functions on it.
struct r3d_draw_listener {
    void (*before)(const r3d_draw_call *call, void *user);
    void (*after)(const r3d_draw_call *call, void *user);
    void *user;
};

/// Begins to listen to a surface: sets its member `listener`. Every call that begins afterwards is
/// heard, whoever makes it. Between r3d_bands_begin and r3d_bands_end triangles are drawn later than
/// they are heard: set it before.
/// @param listener  Borrowed until it is replaced; NULL ends the listening.
R3D_API void r3d_surface_set_listener(r3d_surface *surface, const r3d_draw_listener *listener);

/// Does once more what a call did, into another surface and unheard.
/// @return What the call returned; R3D_ERR_ARGUMENT for NULL and for calls that cannot be repeated.
R3D_API r3d_result r3d_draw_call_repeat(const r3d_draw_call *call, r3d_surface *target);

/// Returns the innermost origin of a call that is of a kind; NULL if there is none.
R3D_API const r3d_draw_origin *r3d_draw_origin_find(const r3d_draw_origin *origin,
                                                    const char *kind);

/// Gets a number of an origin by its name. Returns `otherwise` if it has none, or for NULL.
R3D_API int32_t r3d_draw_origin_number(const r3d_draw_origin *origin, const char *name,
                                       int32_t otherwise);

/* ---- for rooms that draw ---- */

/// Makes a call that somebody listens to: tells of it, makes it by its type's `repeat`, tells again.
/// A drawing function begins with
///
///     if (surface->listener != NULL) {
///         const my_call call = {x, y};
///         return r3d_draw_tell(&my_call_type, surface, &call);
///     }
///
/// and its `repeat` calls that function with the quiet surface.
/// `arguments` NULL: the call has none.
/// @return What `repeat` returned.
R3D_API r3d_result r3d_draw_tell(const r3d_draw_call_type *type, r3d_surface *surface,
                                 const void *arguments);

/// Tells the listener of a surface, if there is one, that a call begins or ends that is drawn in
/// between: one with parts, or one that draws by itself. `arguments` NULL: the call has none.
R3D_API void r3d_draw_tell_before(const r3d_draw_call_type *type, r3d_surface *surface,
                                  const void *arguments);
R3D_API void r3d_draw_tell_after(const r3d_draw_call_type *type, r3d_surface *surface,
                                 const void *arguments);

/// Says that what is drawn from now on is part of this. Only worth it while somebody listens.
/// @param origin  With kind, name or id, and numbers; `outer` is set here. Borrowed until
///                r3d_draw_pop, which must come in the reverse order.
R3D_API void r3d_draw_push(r3d_surface *surface, r3d_draw_origin *origin);
R3D_API void r3d_draw_pop(r3d_surface *surface);

#ifdef __cplusplus
}
#endif

#endif
