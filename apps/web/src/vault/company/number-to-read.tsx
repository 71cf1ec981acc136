import { Button, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { Fingerprint } from '../../ui/keys/fingerprint';
import { t } from '../../i18n/t';
import { closeDialog } from '../session/pending-unlocks';

interface NumberToReadProps {
  digits: string;
  /** What the owner gives to the key with this number. */
  given?: 'keys' | 'share';
  onDone?: () => void;
  children?: ReactNode;
}

const texts = {
  keys: t(
    'Read these 40 digits to the owner of your company by phone or in person. The owner compares them under Settings › Members, and gives you the encryption keys. Then unlock them here.',
  ),
  share: t(
    'Read these 40 digits to the owner of your company by phone or in person. The owner compares them under Settings › Encryption, and gives you a recovery share.',
  ),
};

/** The number of the person's own key, which the owner compares. */
export function NumberToRead({ digits, given = 'keys', onDone = closeDialog, children }: NumberToReadProps) {
  return (
    <Flex vertical gap={16}>
      <Fingerprint digits={digits} label={t('Your security number as a member')} />
      <Typography.Text type="secondary">{texts[given]}</Typography.Text>
      {children}
      <Button type="primary" onClick={onDone}>
        {t('Done')}
      </Button>
    </Flex>
  );
}
