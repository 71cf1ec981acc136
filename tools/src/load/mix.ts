/** How many of a hundred arrivals are of each kind. Reading is most of what people do; a step of a transfer needs the one before. */
const mix: Record<string, number> = {
  'list folders': 9,
  'list files': 14,
  'list received': 9,
  'list requests': 7,
  'list transfers': 5,
  notifications: 6,
  log: 3,
  'own account': 4,
  'new folder': 2.5,
  upload: 10,
  deliver: 2.5,
  request: 4,
  'send code': 4,
  'enter code': 4,
  accept: 4,
  download: 10,
  'sign in': 1,
  'live stream': 1,
};

const total = Object.values(mix).reduce((sum, weight) => sum + weight, 0);

/** @param dice from 0 to 1 */
export function kindAt(dice: number): string {
  let left = dice * total;
  for (const [kind, weight] of Object.entries(mix)) {
    left -= weight;
    if (left < 0) return kind;
  }
  return 'own account';
}
