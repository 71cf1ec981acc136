import { notesOf, withRelease } from './changelog.policy';

const changelog = `# Changelog

## [Unreleased]

Nothing was released yet. The first release will be 0.1.0.

### Added

- Doors.
`;

test('the changes since the last release become the section of the next one', () => {
  const first = withRelease(changelog, '0.1.0', '2026-05-01');
  expect(first).toBe(`# Changelog

## [Unreleased]

## [0.1.0] - 2026-05-01

### Added

- Doors.
`);
  expect(notesOf(first, '0.1.0')).toBe('### Added\n\n- Doors.');
  const second = withRelease(
    first.replace('[Unreleased]\n', '[Unreleased]\n\n### Fixed\n\n- Windows.\n'),
    '0.1.1',
    '2026-06-01',
  );
  expect(notesOf(second, '0.1.1')).toBe('### Fixed\n\n- Windows.');
  expect(notesOf(second, '0.1.0')).toBe('### Added\n\n- Doors.');
});

test('a release without changes, and one that exists, are refused', () => {
  const first = withRelease(changelog, '0.1.0', '2026-05-01');
  expect(() => withRelease(first, '0.1.1', '2026-06-01')).toThrow('section Unreleased of CHANGELOG.md lists no change');
  expect(() => withRelease(changelog + '\n## [0.1.0] - 2026-01-01\n', '0.1.0', '2026-06-01')).toThrow('0.1.0 already');
  expect(() => notesOf(changelog, '0.1.0')).toThrow('has no section 0.1.0');
});
