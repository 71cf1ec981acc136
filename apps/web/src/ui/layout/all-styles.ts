declare global {
  interface Window {
    /**
     * Loads the style sheets that the page does not name, each once: that of lists and what surrounds them, or both. public/start.js has
     * their addresses.
     */
    loadStyles?: (sheets: 1 | 2) => Promise<unknown>;
  }
}

async function withStyles<T>(part: Promise<T>, sheets: 1 | 2): Promise<T> {
  const [loaded] = await Promise.all([part, window.loadStyles?.(sheets)]);
  return loaded;
}

/** Loads a part with the rules of what the workspace and the shared folders show at first on a phone. */
export const withFrameStyles = <T>(part: Promise<T>): Promise<T> => withStyles(part, 1);

/**
 * Loads a part together with the style sheets of all that the sign-in and the download page do not show at first. These two do
 * not wait for them.
 */
export const withAllStyles = <T>(part: Promise<T>): Promise<T> => withStyles(part, 2);
