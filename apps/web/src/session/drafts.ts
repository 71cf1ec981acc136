/** Where this tab stores what was typed into forms before the page was loaded again, by the name of the form. */
export const draftsKey = 'drafts';
