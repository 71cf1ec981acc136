const prefix = 'draft:';

/** What was typed into a form before the page was loaded again, in the storage of this tab. Never a secret. */
export const drafts = {
  /** One that another version of the page stored may lack fields. */
  read: <T extends object>(name: string): Partial<T> =>
    JSON.parse(sessionStorage.getItem(prefix + name) ?? '{}') as Partial<T>,
  write: (name: string, typed: object) => sessionStorage.setItem(prefix + name, JSON.stringify(typed)),
  clear: (name: string) => sessionStorage.removeItem(prefix + name),
  clearAll: () => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  },
};
