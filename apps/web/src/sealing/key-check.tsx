import { LockFilled } from '@ant-design/icons';
import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { SameNumber } from '../ui/keys/compare-number';
import { useToast } from '../ui/notice/use-toast';
import type { FoundContact } from '@tradepost/client/contacts/found-contact';
import { statedKeys } from '@tradepost/client/contacts/verified-keys';
import { errorMessage } from '../vault/texts';
import { confirmContact } from '../vault/vault';
import { explained } from './refusals';
import { Captioned, provenName } from './known-key';
import { t } from '../i18n/t';
import layout from '../ui/layout/layout.module.css';

interface ChangedKeyProps {
  contact: FoundContact;
  /** As the server names the contact. */
  who: string;
  /** States what is blocked until the key is confirmed. */
  blocked: string;
  onAccepted: () => void;
}

/** Warns of a changed key, with a button to accept it after comparing. */
export function ChangedKey({ contact, who: named, blocked, onAccepted }: ChangedKeyProps) {
  const { keys, fingerprint, before } = contact;
  const who = provenName(contact, named);
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [compared, setCompared] = useState(false);
  const accept = async () => {
    setBusy(true);
    try {
      await explained(async () => confirmContact(statedKeys(keys, who)));
      onAccepted();
    } catch (error) {
      toast.destructive({ title: t('Error'), description: errorMessage(error) });
    }
    setBusy(false);
  };
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      icon={<LockFilled aria-hidden />}
      title={t('{who}’s security number changed', { who })}
      description={
        <Flex vertical gap={12}>
          <span>
            {t(
              'They may have started over with new keys, or someone may be trying to intercept your files. {blocked} Ask them for their security number by phone or in person (Settings › Encryption), and compare it with the new one.',
              { blocked },
            )}
          </span>
          {before && <Captioned label={t('Before')} digits={before} />}
          <Captioned label={t('Now')} digits={fingerprint} />
          <SameNumber isCompared={compared} onCompared={setCompared} />
          <div>
            <Button
              loading={isBusy}
              disabled={!compared}
              onClick={() => void accept()}
              className={layout.wrappingButton}
            >
              {t('The numbers match, continue')}
            </Button>
          </div>
        </Flex>
      }
    />
  );
}
