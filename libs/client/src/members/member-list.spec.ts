import { memberRoles } from '@tradepost/contracts/roles';
import { decodeList, maxListBytes } from './decode-list';
import { invitationsOf, readMemberList } from './member-list';

const rules = { roles: ['auditor'], allowed: ['uploader', 'approver', 'downloader', 'auditor'] } as const;
const read = (text: string) =>
  readMemberList(text, rules).map(({ line, email, roles, problem, role }) =>
    [line, email, roles.join('+'), problem, role].filter((one) => one !== null && one !== undefined).join(' '),
  );

describe('a list of members', () => {
  it('has an address and roles in each line, with the roles of the dialog where it names none', () => {
    expect(read('ann@a.example\nbob@a.example,uploader\n\ncem@a.example,Approver;DOWNLOADER\n')).toEqual([
      '1 ann@a.example auditor',
      '2 bob@a.example uploader',
      '4 cem@a.example approver+downloader',
    ]);
  });

  it.each([
    ['commas', 'Email,Roles\nann@a.example,"uploader, approver"'],
    ['semicolons', 'Email;Roles\r\nann@a.example;uploader,approver'],
    ['tabs', 'e-mail address\troles\nann@a.example\tuploader approver'],
    [
      'another order, and columns that mean nothing here',
      'Name;Roles;E-Mail\n"Doe; Ann";uploader|approver;ann@a.example',
    ],
    ['a line of Excel', 'sep=;\r\nEmail;Roles\r\nann@a.example;uploader/approver'],
    [
      'a byte order mark and invisible characters',
      '\ufeffEmail,Roles\nAnn <ann@a.example>\u200b,\u00a0uploader & approver',
    ],
  ])('is read with %s', (_name, text) => {
    expect(read(text).map((line) => line.replace(/^\d /, ''))).toEqual(['ann@a.example uploader+approver']);
  });

  it('counts the lines as a spreadsheet does', () => {
    expect(read('sep=;\nEmail;Roles\nnobody;auditor')).toEqual(['3 nobody auditor no-address']);
  });

  it('says what is wrong with each line, and keeps the others', () => {
    const text = [
      'ann@a.example,owner',
      'ann@,auditor',
      '=HYPERLINK("http://evil.example";"ann@a.example"),auditor',
      '"=cmd|\'/c calc\'!A1@a.example",auditor',
      '-bob@a.example,auditor',
      ',auditor',
      'bob@a.example,manager',
      'cem@a.example,auditor',
      'CEM@a.example,uploader',
      'dan@a.example,boss',
    ].join('\n');
    expect(readMemberList(text, rules).map(({ line, problem, role }) => [line, problem, role])).toEqual([
      [1, 'unknown-role', 'owner'],
      [2, 'invalid', undefined],
      [3, 'formula', undefined],
      [4, 'formula', undefined],
      [5, 'formula', undefined],
      [6, 'no-address', undefined],
      [7, 'role-not-allowed', 'manager'],
      [8, null, undefined],
      [9, 'repeated', undefined],
      [10, 'unknown-role', 'boss'],
    ]);
  });

  it('becomes calls for the good lines, of at most fifty people with the same roles', () => {
    const people = Array.from({ length: 120 }, (_, n) => `p${n}@a.example,${n % 2 ? 'uploader' : 'auditor'}`);
    const calls = invitationsOf(readMemberList([...people, 'nobody'].join('\n'), rules));
    expect(calls.map(({ emails, roles }) => [emails.length, ...roles])).toEqual([
      [50, 'auditor'],
      [10, 'auditor'],
      [50, 'uploader'],
      [10, 'uploader'],
    ]);
  });

  it('takes every role that a member can have', () => {
    const allowed = { roles: [], allowed: memberRoles };
    for (const role of memberRoles)
      expect(readMemberList(`ann@a.example,${role}`, allowed)).toMatchObject([{ roles: [role], problem: null }]);
  });
});

describe('the text of a file', () => {
  const text = 'Größe;ann@a.example';
  const utf16 = Buffer.from(text, 'utf16le');

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without a mark', utf16],
    ['big-endian UTF-16', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()])],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ])('is read as %s', (_name, bytes) => {
    expect(decodeList(bytes)?.replace('\ufeff', '')).toBe(text);
  });

  it('is none of a workbook, of other binary files, or of a very large file', () => {
    expect(decodeList(Buffer.from('PK\x03\x04 and more'))).toBeNull();
    expect(decodeList(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))).toBeNull();
    expect(decodeList(Buffer.from('ann@a.example\0\0'))).toBeNull();
    expect(decodeList(Buffer.alloc(maxListBytes + 1, 'a'))).toBeNull();
  });
});
