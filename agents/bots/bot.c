/* A bot in C that uses no library: it draws a legal action by the decision's seed. Try it:
 *
 * cc -O2 -o bot bot.c
 * medianoche tournament misty --agents random exec:./bot --games 20 --out runs/exec
 *
 * It asks for no optional parts, so that lines are short, and relies on the form of keys: "key":value without spaces. A
 * serious bot should parse JSON with a library. */
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
