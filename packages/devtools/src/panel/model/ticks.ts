/** Distance between two ticks of a ruler, in CSS pixels, at least. */
const APART = 90;

/** Round positions for the ruler of a timeline, of those between two positions. */
export function ticks(pixels: number, from: number, to: number): number[] {
  const least = APART / pixels;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least) ?? least;
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, place) => (first + place) * step);
}
