/* SPDX-FileCopyrightText: The TiGrIS authors */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program in C99. The header fashion_int8.h has all that it needs to know of the model. */

#include <fashion_int8.h>

#include <stdio.h>

static fashion_int8_context context;
static int8_t image[FASHION_INT8_INPUT_IMAGE_COUNT];
static int8_t scores[FASHION_INT8_OUTPUT_SCORES_COUNT];

int main(void) {
    const fashion_int8_io io = {.image = image, .scores = scores};
    fashion_int8_status status = fashion_int8_init(&context);
    if (status == FASHION_INT8_STATUS_OK) status = fashion_int8_run(&context, &io);
    printf("%s:", fashion_int8_status_name(status));
    for (int i = 0; i < FASHION_INT8_OUTPUT_SCORES_COUNT; ++i) printf(" %d", scores[i]);
    printf("\n%d bytes for the context\n", (int)FASHION_INT8_CONTEXT_BYTES);
    return (int)status;
}
