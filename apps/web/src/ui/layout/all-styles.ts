declare global {
  interface Window {
    /** Loads the second style sheet, once; public/start.js has its address. */
    loadStyles?: () => Promise<void>;
  }
}

/**
 * Loads a part together with the style sheet of all that the sign-in and the download page do not show at first. These two do
 * not wait for that sheet.
 */
export async function withAllStyles<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, window.loadStyles?.()]);
  return loaded;
}
