/**
 * The keys of a setting that may hold several, one PEM after another, so that a key can be changed while what the one
 * before has signed still counts.
 * @returns at least one; text that is no PEM as it stands, for whoever reads it to refuse
 */
export function pemKeys(text: string): [string, ...string[]] {
  const [first = text, ...others] = text.match(/-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g) ?? [];
  return [first, ...others];
}
