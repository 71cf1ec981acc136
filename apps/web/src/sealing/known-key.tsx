import { SafetyCertificateOutlined } from '@ant-design/icons';
import type { FoundContact } from '@tradepost/client/contacts/found-contact';
import { Flex } from 'antd';
import { Fingerprint } from './fingerprint';
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

/** Shows a key that is known or seen for the first time. */
export function KnownKey({ contact: { state, fingerprint }, who }: { contact: FoundContact; who: string }) {
  return (
    <Flex gap={8} align="flex-start">
      <SafetyCertificateOutlined aria-hidden className={layout.marginTop4} />
      <Captioned
        label={
          state === 'first'
            ? t('First exchange with {who}: check these numbers by phone', { who })
            : t('Security number of {who}, unchanged', { who })
        }
        digits={fingerprint}
      />
    </Flex>
  );
}
