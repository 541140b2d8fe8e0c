/** Two tones, in Hz, each for this time in seconds. */
const TONES = [880, 1_320];
const TONE_SECONDS = 0.15;
const VOLUME = 0.2;

let context: AudioContext | undefined;

/** Prepares the sound in the handler of a tap, without which browsers play none. */
export function allowSound(): void {
  if (!('AudioContext' in window)) return;
  context ??= new AudioContext();
  void context.resume().catch(() => {});
}

/** Plays the sound of a payment, where the browser allows it. */
export function playPaid(): void {
  if (context?.state !== 'running') return;
  const volume = context.createGain();
  volume.gain.value = VOLUME;
  volume.connect(context.destination);
  for (const [index, frequency] of TONES.entries()) {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(context.currentTime + index * TONE_SECONDS);
    tone.stop(context.currentTime + (index + 1) * TONE_SECONDS);
  }
}
