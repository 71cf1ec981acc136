import type { Mail } from '@tradepost/contracts/jobs';
import { render } from './render';
import { words } from './templates';

const everything = {
  firstName: 'Ann',
  code: '01234',
  link: 'https://trade.example/x?a=1&b=2',
  loginLink: 'https://trade.example/login',
  resetLink: 'https://trade.example/password-reset',
  companyName: '<b>Harbour</b>',
  inviterEmail: 'ann@example.com',
  partnerEmail: 'rui@example.com',
  receiverEmail: 'rui@example.com',
  folderName: 'Trade 2025',
  fileNames: ['a & b.csv', '<script>.pdf'],
  expiry: '2026-12-01T23:59:00Z',
  status: 'Approved',
  reason: null,
};

describe('mails', () => {
  it.each(Object.keys(words))('%s says all it should and runs nothing', (template) => {
    const { subject, text, html } = render({ template, to: 'x@example.com', data: everything } as unknown as Mail);
    expect(subject.length).toBeGreaterThan(5);
    expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined|\[object/);
    expect(html).not.toMatch(/<b>|<script/);
    if (words[template as Mail['template']].code) expect(text.split('\n')).toContain('01234');
    if (words[template as Mail['template']].button?.link === '{{link}}') expect(text).toContain(everything.link);
  });

  it('keeps a subject on one line, whatever a company calls itself', () => {
    const mail = { template: 'invitation', to: 'x@example.com', data: { ...everything, companyName: 'Evil\r\nBcc: all@example.com' } } as unknown as Mail;
    expect(render(mail).subject).not.toMatch(/[\r\n]/);
  });
});
