const unreleased = '## [Unreleased]';
const heading = /^## \[([^\]]+)\].*$/gm;

/** The text below the heading of a version, without the heading. @throws Error if there is none, or nothing in it */
export function notesOf(changelog: string, version: string): string {
  const headings = [...changelog.matchAll(heading)];
  const at = headings.findIndex(([, name]) => name === version);
  const found = headings[at];
  if (!found) throw new Error(`CHANGELOG.md has no section ${version}`);
  const notes = changelog.slice(found.index + found[0].length, headings[at + 1]?.index).trim();
  if (!/^- /m.test(notes)) throw new Error(`The section ${version} of CHANGELOG.md lists no change`);
  return notes;
}

/**
 * Makes the section of unreleased changes that of a version.
 * @param date `2026-05-01`
 * @throws Error if the version has a section already, or there is nothing to release
 */
export function withRelease(changelog: string, version: string, date: string): string {
  notesOf(changelog, 'Unreleased');
  if ([...changelog.matchAll(heading)].some(([, name]) => name === version))
    throw new Error(`CHANGELOG.md has a section ${version} already`);
  return changelog
    .replace(unreleased, `${unreleased}\n\n## [${version}] - ${date}`)
    .replace(/^Nothing was released yet\..*\n\n/m, '');
}
