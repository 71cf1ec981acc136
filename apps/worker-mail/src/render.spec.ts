import { twoStepChanges, type Mail, type MailTemplate } from '@tradepost/contracts/jobs';
import { directionOf, languages, type Language } from '@tradepost/contracts/values/language';
import { mailSiteOf } from './mail-site';
import { render as renderFor } from './render';
import { samples } from './samples';
import type { MailText } from './templates/mail-text';
import { mailTexts } from './templates/mail-texts';
import { mailCatalogues } from './texts/texts';

const installation = { ORIGIN: 'https://trade.example.com', PRODUCT_NAME: 'Tradepost' };
const render = (mail: Mail, { language = 'en' as Language, unsubscribe = null as string | null } = {}) =>
  renderFor(mail, mailSiteOf(installation), { language, unsubscribe, hasLogo: false });

/** Of the renderer, the pages of the operator, and the states of a registration. */
const ownTexts = [
  'Unsubscribe',
  'Unknown device',
  'an unknown device',
  ' on ',
  'and {{count}} more',
  ...mailSiteOf(installation).links.map(({ label }) => label),
  'Pending',
  'Processing',
  'Approved',
  'Rejected',
  'Changes requested',
  ...Object.values(twoStepChanges),
];
const templates = Object.keys(mailTexts) as MailTemplate[];
const mailOf = (template: MailTemplate, changes: object = {}) =>
  ({ template, to: 'x@example.com', data: { ...samples[template], ...changes } }) as Mail;
const unescaped = (html: string) => html.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=');

describe('mails', () => {
  it.each(templates)('%s has its whole text in both parts', (template) => {
    const { subject, text, html } = render(mailOf(template));
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

  it('do not interpret user text as a template', () => {
    const name = '{{lookup this "constructor"}} {{> @partial-block}}';
    const { subject, text, html } = render(mailOf('api-key-created', { name }));
    for (const part of [subject + text, html.replaceAll('&quot;', '"').replaceAll('&gt;', '>')])
      expect(part).toContain(name);
  });

  it.each(templates)('%s escapes user input and keeps it on one line', (template) => {
    const evil = '<script>x</script>\r\n98765\r\nBcc: all@example.com';
    const changes = Object.fromEntries(
      Object.entries(samples[template]).map(([key, value]) => [
        key,
        Array.isArray(value) ? [evil] : /Name$|Email$|reason|status|agent/.test(key) ? evil : value,
      ]),
    );
    const { subject, text, html } = render(mailOf(template, changes));
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text.split('\n')).not.toContain('98765');
    expect(text).not.toMatch(/^Bcc/m);
    expect(html).not.toContain('<script');
  });

  it.each(languages.filter((language) => language !== 'en'))(
    'are complete in %s, with the values of the English ones',
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
      const { html, text } = render(mailOf('kyc-decided', { status: 'Approved' }), { language });
      expect(html).toContain(`<html lang="${language}" dir="${directionOf(language)}"`);
      expect(text).toContain(catalogue.Approved);
      expect(text).not.toContain('Approved');
      expect(text).toContain(`${catalogue.Privacy}: https://trade.example.com/privacy\n`);
    },
  );

  it('shows times and devices in a readable form', () => {
    expect(render(mailOf('transfer-ready')).text).toContain('1 December 2026, 23:59 UTC');
    expect(render(mailOf('new-sign-in')).text).toContain(
      'Firefox on Windows, address 203.0.113.7, on 30 November 2026, 08:15 UTC.',
    );
    expect(render(mailOf('new-sign-in', { agent: '' })).text).toContain('Unknown device');
  });

  it('lists twenty names and counts the rest', () => {
    const { text } = render(
      mailOf('request-created', { fileNames: Array.from({ length: 1000 }, (_, i) => `${i}.csv`) }),
    );
    expect(text).toContain('- 19.csv\n- and 980 more');
    expect(text).not.toContain('20.csv');
  });

  it('leaves out a reason that was not given', () => {
    expect(render(mailOf('request-rejected', { reason: null })).text).not.toMatch(/reason:/i);
    expect(render(mailOf('kyc-decided', { reason: null })).text).not.toMatch(/reviewer says/);
  });

  it('shows the unsubscribe link in both parts where there is one', () => {
    const way = 'https://trade.example.com/api/notifications/unsubscribe?token=abc';
    const { text, html } = render(mailOf('folder-delivered'), { unsubscribe: way });
    expect(text.split('\n')).toContain(way);
    expect(unescaped(html)).toContain(`href="${way}"`);
    expect(render(mailOf('folder-delivered')).html).not.toContain('Unsubscribe');
  });

  it.each(templates)('%s links the pages of the operator in both parts', (template) => {
    const { text, html } = render(mailOf(template));
    for (const page of ['terms', 'privacy', 'help', 'status']) {
      expect(text).toContain(`https://trade.example.com/${page}\n`);
      expect(unescaped(html)).toContain(`href="https://trade.example.com/${page}"`);
    }
  });

  const everywhere = languages.flatMap((language) => templates.map((template) => [template, language] as const));

  it.each(everywhere)('%s has only the name and colour of the installation, in %s', (template, language) => {
    const site = mailSiteOf({ ...installation, PRODUCT_NAME: 'Harbour & Co', ACCENT_COLOUR: '#7a1f5c' });
    const { subject, text, html } = renderFor(mailOf(template), site, { language, unsubscribe: null, hasLogo: false });
    expect(`${subject}${text}${html}`).not.toMatch(/tradepost/i);
    expect(html).not.toContain('#0f6b66');
    expect(html).toContain('Harbour &amp; Co');
    expect(html).toContain('#7a1f5c');
  });

  it('does not change a name that a user typed', () => {
    const site = mailSiteOf({ ...installation, PRODUCT_NAME: 'Harbour' });
    const mail = mailOf('request-created', { companyName: 'Tradepost Friends' });
    const { text } = renderFor(mail, site, { language: 'en', unsubscribe: null, hasLogo: false });
    expect(text).toContain('Tradepost Friends');
  });
});
