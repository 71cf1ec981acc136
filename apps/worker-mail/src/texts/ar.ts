export const ar: Record<string, string> = {};
