// The order of what the site's search finds: concepts, guides, games, then measurements, and last what is for developers.
// Sphinx reads this in place of its own Scorer; the numbers below `score` are Sphinx's.
const PLACES = [
  [/^docs\/(concepts|tutorial)/, 40], [/^(README$|docs\/guides|training\/README|notebooks)/, 25],
  [/^docs\/reference\/(?!map)/, 20], [/^(agents|envs|docs\/glossary)/, 10],
  [/^(CONTRIBUTING|CHANGELOG|docs\/renames|docs\/reference\/map|benchmarks\/studies)/, -20],
]
var Scorer = {
  score: ([page, , , , score]) => PLACES.reduce((sum, [place, more]) => sum + (place.test(page) ? more : 0), score),
  objNameMatch: 11, objPartialMatch: 6, objPrio: {0: 15, 1: 5, 2: -5}, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
}
