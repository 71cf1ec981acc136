import { SafetyCertificateOutlined } from '@ant-design/icons';
import type { FoundContact } from '@tradepost/client/contacts/found-contact';
import { Flex } from 'antd';
import { Fingerprint } from '../ui/keys/fingerprint';
import { t } from '../i18n/t';
import layout from '../ui/layout/layout.module.css';

/** Security numbers under what they are. */
export function Captioned({ label, digits }: { label: string; digits: string }) {
  return (
    <Flex vertical gap={4}>
      <span className={`${layout.secondary} ${layout.small}`}>{label}</span>
      <Fingerprint label={label} digits={digits} />
    </Flex>
  );
}

/** The address that the keys of a contact state. Another name, as that of the company, is only what the server says. */
export const provenName = ({ keys: { address } }: Pick<FoundContact, 'keys'>, who: string): string => address ?? who;

function labelOf({ state, how }: FoundContact, who: string): string {
  if (state === 'first') return t('First exchange with {who}: check these numbers by phone', { who });
  if (how === 'compared' || how === 'imported') return t('Security number of {who}, unchanged', { who });
  return t('Security number of {who}, not compared yet: check it by phone', { who });
}

/** Shows a key that is known or seen for the first time. @param who as the server names the contact */
export function KnownKey({ contact, who }: { contact: FoundContact; who: string }) {
  return (
    <Flex gap={8} align="flex-start">
      <SafetyCertificateOutlined aria-hidden className={layout.marginTop4} />
      <Captioned label={labelOf(contact, provenName(contact, who))} digits={contact.fingerprint} />
    </Flex>
  );
}
