import {
  handoverChanges,
  recoveryChanges,
  twoStepChanges,
  type Mail,
  type MailTemplate,
} from '@tradepost/contracts/jobs';
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
  ...Object.values(recoveryChanges),
  ...Object.values(handoverChanges),
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

  it.each([
    'Your account is blocked. Call +1 555 0100',
    'Mozilla/5.0 (Windows NT 10.0; Call +1 555 0100) like Gecko',
    'Callus/1.0',
    'https://evil.example/',
  ])('show no text that a caller sends as its device: %s', (agent) => {
    for (const template of ['new-sign-in', 'signup-code', 'existing-account'] as const) {
      const { subject, text, html } = render(mailOf(template, { agent }));
      expect(`${subject}${text}${html}`).not.toMatch(/blocked|555|callus|evil\.example/i);
    }
  });

  it('show the ASCII form of the domain of an address, so that letters that look the same differ', () => {
    // the first letter of the domain is Cyrillic
    const { subject, text, html } = render(mailOf('invitation', { inviterEmail: 'ann@\u0430cme.example' }));
    for (const part of [subject, text, html]) {
      expect(part).toContain('ann@xn--cme-5cd.example');
      expect(part).not.toContain('\u0430cme');
    }
  });

  it.each(templates)(
    '%s shows names without characters that nobody sees or that turn the reading direction',
    (template) => {
      const name = 'Ac\u200bme\u2800 \u202eL\u00adtd\u2066\u{e0041}\u3164';
      const changes = Object.fromEntries(
        Object.entries(samples[template]).map(([key, value]) => [
          key,
          Array.isArray(value) ? [name] : /[nN]ame$|reason/.test(key) ? name : value,
        ]),
      );
      const { subject, text, html } = render(mailOf(template, changes));
      const shown = subject + text + html.replace(/<div style="display:none.*?<\/div>/, '');
      expect(shown).not.toMatch(/[\u200b\u2800\u202e\u00ad\u2066\u3164]|\u{e0041}/u);
      if (/[nN]ame|reason/.test(Object.keys(samples[template]).join(' '))) expect(shown).toContain('Acme Ltd');
    },
  );

  it('isolate names in scripts that are read from right to left, and do not change other scripts and emoji', () => {
    const inSubject = (companyName: string) => render(mailOf('transfer-ready', { companyName })).subject;
    expect(inSubject('\u05d0\u05d1 42')).toBe('Your files from \u2068\u05d0\u05d1 42\u2069 are ready');
    for (const name of ['\u0915\u094d\u200d\u0937', '\u{1f469}\u200d\u{1f4bb} Acme', '\u2764\ufe0f', 'Ä + Ü'])
      expect(inSubject(name)).toBe(`Your files from ${name} are ready`);
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
