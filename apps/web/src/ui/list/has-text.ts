/** Whether a text contains what was typed into a search box, ignoring case. */
export const hasText = (text: string, typed: string) => text.toLowerCase().includes(typed.trim().toLowerCase());
