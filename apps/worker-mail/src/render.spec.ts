import type { Mail, MailTemplate } from '@tradepost/contracts/jobs';
import { directionOf, languages } from '@tradepost/contracts/values/language';
import { render } from './render';
import { samples } from './samples';
import type { MailText } from './templates/mail-text';
import { mailTexts } from './templates/mail-texts';
import { mailCatalogues } from './texts/texts';

/** Of the renderer, and the states of a registration. */
const ownTexts = [
  'Unsubscribe',
  'Unknown device',
  'an unknown device',
  ' on ',
  'and {{count}} more',
  'Pending',
  'Processing',
  'Approved',
  'Rejected',
  'Changes requested',
];
const templates = Object.keys(mailTexts) as MailTemplate[];
const mailOf = (template: MailTemplate, changes: object = {}) =>
  ({ template, to: 'x@example.com', data: { ...samples[template], ...changes } }) as Mail;
const unescaped = (html: string) => html.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=');

describe('mails', () => {
  it.each(templates)('%s has its whole text in both parts', (template) => {
    const { subject, text, html } = render(mailOf(template), 'en');
    expect(subject.length).toBeGreaterThan(5);
    expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined|null|\[object|Invalid/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    const lines = text.split('\n');
    for (const [key, value] of Object.entries(samples[template])) {
      if (key === 'code') expect(lines).toContain(value);
      if (!key.toLowerCase().endsWith('link')) continue;
      expect(lines).toContain(value);
      expect(unescaped(html)).toContain(`href="${value}"`);
    }
  });

  it.each(templates)('%s escapes user input and keeps it on one line', (template) => {
    const evil = '<script>x</script>\r\n98765\r\nBcc: all@example.com';
    const changes = Object.fromEntries(
      Object.entries(samples[template]).map(([key, value]) => [
        key,
        Array.isArray(value) ? [evil] : /Name$|Email$|reason|status|agent/.test(key) ? evil : value,
      ]),
    );
    const { subject, text, html } = render(mailOf(template, changes), 'en');
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text.split('\n')).not.toContain('98765');
    expect(text).not.toMatch(/^Bcc/m);
    expect(html).not.toContain('<script');
  });

  it.each(languages.filter((language) => language !== 'en'))(
    'are whole in %s, with the values of the English ones',
    (language) => {
      const catalogue = mailCatalogues[language as keyof typeof mailCatalogues];
      const english = new Set(ownTexts);
      for (const { subject, preheader, heading, before, button, otherLink, after = [], why } of Object.values<MailText>(
        mailTexts,
      ))
        for (const text of [subject, preheader, heading, ...before, button?.label, otherLink?.label, ...after, why])
          if (text) english.add(text);
      expect(Object.keys(catalogue).sort()).toEqual([...english].sort());
      const values = (text: string) => [...new Set(text.match(/\{\{.*?\}\}/g))].sort();
      for (const [text, translation] of Object.entries(catalogue))
        expect({ text, values: values(translation) }).toEqual({ text, values: values(text) });
      const { html, text } = render(mailOf('kyc-decided', { status: 'Approved' }), language);
      expect(html).toContain(`<html lang="${language}" dir="${directionOf(language)}"`);
      expect(text).toContain(catalogue.Approved);
      expect(text).not.toContain('Approved');
    },
  );

  it('names times and devices as people do', () => {
    expect(render(mailOf('transfer-ready'), 'en').text).toContain('1 December 2026, 23:59 UTC');
    expect(render(mailOf('new-sign-in'), 'en').text).toContain(
      'Firefox on Windows, address 203.0.113.7, on 30 November 2026, 08:15 UTC.',
    );
    expect(render(mailOf('new-sign-in', { agent: '' }), 'en').text).toContain('Unknown device');
  });

  it('lists twenty names and counts the rest', () => {
    const { text } = render(
      mailOf('request-created', { fileNames: Array.from({ length: 1000 }, (_, i) => `${i}.csv`) }),
      'en',
    );
    expect(text).toContain('- 19.csv\n- and 980 more');
    expect(text).not.toContain('20.csv');
  });

  it('leaves out a reason that was not given', () => {
    expect(render(mailOf('request-rejected', { reason: null }), 'en').text).not.toMatch(/reason:/i);
    expect(render(mailOf('kyc-decided', { reason: null }), 'en').text).not.toMatch(/reviewer says/);
  });

  it('shows the unsubscribe link in both parts where there is one', () => {
    const way = 'https://trade.example.com/api/notifications/unsubscribe?token=abc';
    const { text, html } = render(mailOf('folder-delivered'), 'en', way);
    expect(text.split('\n')).toContain(way);
    expect(unescaped(html)).toContain(`href="${way}"`);
    expect(render(mailOf('folder-delivered'), 'en').html).not.toContain('Unsubscribe');
  });
});
