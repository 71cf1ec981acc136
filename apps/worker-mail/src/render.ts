import Handlebars from 'handlebars';
import type { RecoveryStep } from '@tradepost/contracts/encryption/recovery';
import type { HandoverStage } from '@tradepost/contracts/identity';
import {
  handoverChanges,
  recoveryChanges,
  twoStepChanges,
  type Mail,
  type MailTemplate,
  type TwoStepChange,
} from '@tradepost/contracts/jobs';
import { directionOf, type Language } from '@tradepost/contracts/values/language';
import { deviceOf } from './device';
import { htmlLayout } from './layout';
import { logoId } from './mail-logos';
import type { MailSite } from './mail-site';
import type { MailText } from './templates/mail-text';
import { shownValue } from './shown-value';
import { mailTexts } from './templates/mail-texts';
import { textsIn } from './texts/texts';

export interface Rendered {
  subject: string;
  text: string;
  html: string;
}

type Render = (data: object) => string;

/** What differs between mails with the same text. */
interface RenderOptions {
  /** The recipient's. */
  language: Language;
  /** The unsubscribe link; null for mails that are always sent. */
  unsubscribe: string | null;
  /** Whether the sender's logo is attached. */
  hasLogo: boolean;
}

/** Maximum number of listed items; the rest is shown as a count. */
const listed = 20;
const longestSubject = 200;

/** What renders mails in one language. */
function rendererIn(language: Language) {
  const t = textsIn(language);
  const mail = Handlebars.create();
  const when = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : `${language}-u-nu-latn`, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  mail.registerHelper('time', (iso: string) => `${when.format(new Date(iso)).replace(' at ', ', ')} UTC`);
  mail.registerHelper('state', (state: string) => t(state));
  mail.registerHelper('twoStep', (change: TwoStepChange) => t(twoStepChanges[change]));
  mail.registerHelper('handover', (stage: HandoverStage) => t(handoverChanges[stage]));
  mail.registerHelper('recovery', (step: RecoveryStep) => t(recoveryChanges[step]));
  // at the start of a line, and inside a sentence
  mail.registerHelper('device', (agent: string) => deviceOf(agent, t) || t('Unknown device'));
  mail.registerHelper('knownDevice', (agent: string) => deviceOf(agent, t) || t('an unknown device'));
  /** The texts name the product as it is called unless the installation has another name. */
  const named = (template: string) => t(template).replaceAll('Tradepost', '{{site.name}}');
  const plain = (template: string): Render => mail.compile(named(template), { noEscape: true, strict: true });
  const escaped = (template: string): Render => mail.compile(named(template), { strict: true });
  const layout = mail.compile(htmlLayout, { strict: true, preventIndent: true });
  const frame = { language, direction: directionOf(language), unsubscribeLabel: t('Unsubscribe') };

  const shortened = (items: string[]): string[] =>
    items.length <= listed
      ? items
      : [...items.slice(0, listed), t('and {{count}} more').replace('{{count}}', String(items.length - listed))];

  const compile = ({
    subject,
    preheader,
    heading,
    before,
    code,
    list,
    button,
    otherLink,
    after = [],
    why,
  }: MailText) => {
    const lines = { subject: plain(subject), preheader: plain(preheader), heading: plain(heading), why: plain(why) };
    const [textBefore, htmlBefore] = [before.map(plain), before.map(escaped)];
    const [textAfter, htmlAfter] = [after.map(plain), after.map(escaped)];
    const codeOf = code === undefined ? () => null : plain(code);
    const linkOf = (link: MailText['button']) => {
      if (!link) return () => null;
      const [label, address] = [plain(link.label), plain(link.link)];
      return (data: object) => ({ label: label(data), link: address(data) });
    };
    const [buttonOf, otherLinkOf] = [linkOf(button), linkOf(otherLink)];
    const filled = (renders: Render[], data: object) => renders.map((render) => render(data)).filter(Boolean);

    return (data: Record<string, unknown> & { site: MailSite }, { unsubscribe, hasLogo }: RenderOptions): Rendered => {
      const links = data.site.links.map(({ label, link }) => ({ label: t(label), link }));
      const parts = {
        subject: lines.subject(data).slice(0, longestSubject),
        preheader: lines.preheader(data),
        heading: lines.heading(data),
        why: lines.why(data),
        items: list === undefined ? null : shortened(data[list] as string[]),
        code: codeOf(data),
        button: buttonOf(data),
        otherLink: otherLinkOf(data),
        unsubscribe,
        logo: hasLogo ? `cid:${logoId}` : null,
        links,
        site: data.site,
      };
      const text = [
        parts.heading,
        ...filled(textBefore, data),
        parts.items?.map((item) => `- ${item}`).join('\n'),
        parts.code,
        ...[parts.button, parts.otherLink].map((link) => link && `${link.label}:\n${link.link}`),
        ...filled(textAfter, data),
        `-- \n${parts.why}`,
        unsubscribe && `${frame.unsubscribeLabel}:\n${unsubscribe}`,
        links.map(({ label, link }) => `${label}: ${link}`).join('\n'),
      ];
      return {
        subject: parts.subject,
        text: `${text.filter(Boolean).join('\n\n')}\n`,
        html: layout({ ...frame, ...parts, before: filled(htmlBefore, data), after: filled(htmlAfter, data) }),
      };
    };
  };

  const compiled = new Map<MailTemplate, ReturnType<typeof compile>>();
  return (template: MailTemplate) => {
    const known = compiled.get(template) ?? compile(mailTexts[template]);
    compiled.set(template, known);
    return known;
  };
}

const renderers = new Map<Language, ReturnType<typeof rendererIn>>();

/** Renders the subject, the text part and the HTML part of a mail. HTML escapes user input. */
export function render({ template, data }: Mail, site: MailSite, options: RenderOptions): Rendered {
  const renderer = renderers.get(options.language) ?? rendererIn(options.language);
  renderers.set(options.language, renderer);
  const values = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, shownValue(value)]));
  return renderer(template)({ ...values, site }, options);
}
