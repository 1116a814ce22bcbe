/* Five small sounds, made here from tones and noise; off until the reader switches them on. */

let audio = null;
export const sounding = () => localStorage.getItem("sounds") === "on";

/* Notes of each sound: [frequency in Hz, or 0 for noise; when it begins and how long it lasts in seconds; loudness]. */
const SOUNDS = {
  move: [[320, 0, 0.07, 0.25]],
  turn: [[660, 0, 0.12, 0.18], [880, 0.1, 0.2, 0.18]],
  dice: [0, 0.05, 0.09, 0.16, 0.2].map(begin => [0, begin, 0.03, 0.3]),
  won: [523, 659, 784, 1047].map((note, step) => [note, 0.12 * step, 0.3, 0.16]),
  over: [440, 392, 330].map((note, step) => [note, 0.18 * step, 0.3, 0.14]),
};

/* Play a sound by its name, if sounds are on; silent until the page has been clicked, as browsers want it. */
export function play(name) {
  if (!sounding() || document.hidden) return;
  audio ??= new AudioContext();
  audio.resume();
  for (const [tone, begin, length, loud] of SOUNDS[name]) {
    const at = audio.currentTime + begin, gain = audio.createGain(), source = tone ? audio.createOscillator() : audio.createBufferSource();
    if (tone) { source.type = "triangle"; source.frequency.value = tone; } else {
      source.buffer = audio.createBuffer(1, Math.ceil(length * audio.sampleRate), audio.sampleRate);
      const samples = source.buffer.getChannelData(0);
      for (let k = 0; k < samples.length; k++) samples[k] = 2 * Math.random() - 1;
    }
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    source.connect(gain).connect(audio.destination);
    source.start(at);
    source.stop(at + length);
  }
}
