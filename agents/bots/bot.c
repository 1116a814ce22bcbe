/* A bot in C, without a library: it plays a legal action drawn from the decision's seed. Try it:
 *
 * cc -O2 -o bot bot.c
 * medianoche tournament misty --agents random exec:./bot --games 20 --out runs/exec
 *
 * It wants no words, so that its lines are short, and keys come in a known form: "key":value without spaces. Real bots
 * read JSON with a library. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *value(const char *line, const char *key)
{
    const char *found = strstr(line, key);
    return found ? found + strlen(key) : "0";
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (getline(&line, &room, stdin) > 0) {
        if (strstr(line, "\"type\":\"hello\"")) {
            printf("{\"type\":\"ready\",\"protocol\":1,\"wants\":[]}\n");
        } else if (strstr(line, "\"type\":\"decision\"")) {
            const char *legal = value(line, "\"legal\":["), *end = strchr(legal, ']');
            unsigned long long count = 1, left;
            for (const char *c = legal; c < end; c++)
                count += *c == ',';
            for (left = strtoull(value(line, "\"seed\":"), NULL, 10) % count; left; left--)
                legal = strchr(legal, ',') + 1;
            printf("{\"type\":\"action\",\"id\":%llu,\"action\":%ld}\n",
                   strtoull(value(line, "\"id\":"), NULL, 10), strtol(legal, NULL, 10));
        }
    }
    free(line);
    return 0;
}
