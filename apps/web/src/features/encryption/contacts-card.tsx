import { useQuery } from '@tanstack/react-query';
import type { Partner } from '@tradepost/client/contacts/partners';
import { mailbox } from '@tradepost/contracts/values/address';
import { checkPin, howKnown } from '@tradepost/sealing/keys/pins';
import { fingerprint, type Contact } from '@tradepost/sealing/keys/bundle';
import { Alert, Button, Flex, Modal, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { useState } from 'react';
import { CompareNumber } from '../../ui/keys/compare-number';
import { Fingerprint } from '../../ui/keys/fingerprint';
import { EmptyState } from '../../ui/feedback/empty-state';
import { FormError } from '../../ui/form/form';
import { QueryResult } from '../../ui/list/query-result';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { StatusTag, type Tone } from '../../ui/feedback/status-tag';
import { useToast } from '../../ui/notice/use-toast';
import { LockedNotice } from '../../vault/notices/locked-notice';
import { errorMessage } from '../../vault/texts';
import { useVaultStore } from '../../vault/vault.store';
import { contactsQuery, useConfirmKeys } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './contacts-card.module.css';

type ContactStatus = 'same' | 'seen' | 'first' | 'changed' | 'none' | 'unproven' | 'unknown';

const statusTags: Record<ContactStatus, { tone: Tone; text: string }> = {
  same: { tone: 'green', text: t('Known key') },
  seen: { tone: 'blue', text: t('Not compared yet') },
  first: { tone: 'blue', text: t('First seen') },
  changed: { tone: 'red', text: t('Key changed') },
  none: { tone: 'grey', text: t('No key yet') },
  unproven: { tone: 'red', text: t('Not verified') },
  unknown: { tone: 'grey', text: t('Locked') },
};

function useContactStatus({ keys, unproven }: Partner): ContactStatus {
  const pins = useVaultStore((state) => state.pins);
  if (unproven) return 'unproven';
  if (!keys) return 'none';
  if (!pins) return 'unknown';
  const status = checkPin(pins, keys);
  return status === 'same' && howKnown(pins, keys) === 'first' ? 'seen' : status;
}

/** The keys of contacts, compared with the pinned ones. */
export function ContactsCard() {
  const contacts = useQuery(contactsQuery);
  return (
    <SectionCard title={t('Your contacts’ keys')} styles={{ body: { padding: contacts.data?.length ? 0 : undefined } }}>
      <QueryResult query={contacts} placeholder={<SkeletonList rows={2} />}>
        {(found) =>
          found.length > 0 ? (
            <>
              <LockedNotice>
                {t('Until you unlock them, these keys are not compared with the ones that you know.')}
              </LockedNotice>
              <ul aria-label={t('Your contacts’ keys')} className={layout.bareList}>
                {found.map((contact) => (
                  <ContactRow key={contact.userId} contact={contact} />
                ))}
              </ul>
            </>
          ) : (
            <EmptyState
              title={t('No contacts yet')}
              text={t('The keys of partners appear here after an invitation is accepted.')}
            />
          )
        }
      </QueryResult>
    </SectionCard>
  );
}

function ContactRow({ contact }: { contact: Partner }) {
  const status = useContactStatus(contact);
  const [confirming, setConfirming] = useState(false);
  const { keys, companyName } = contact;
  // a name is only what the server says
  const name = keys?.address ?? mailbox(contact.email);
  return (
    <li className={`list-row ${styles.contactKeys}`}>
      <div className={layout.shrinkable}>
        <Typography.Text strong className={`${layout.block} ${layout.breakWords}`}>
          {name}
        </Typography.Text>
        {companyName && (
          <Typography.Text type="secondary" className={layout.breakWords}>
            {companyName}
          </Typography.Text>
        )}
      </div>
      <div className={styles.contactKeysState}>
        <StatusTag {...statusTags[status]} />
      </div>
      {keys && <Fingerprint digits={fingerprint(keys)} label={t('Fingerprint of {name}', { name })} />}
      {status === 'changed' && (
        <Alert
          type="warning"
          showIcon
          title={t('{name}’s security number changed', { name })}
          description={t(
            'They may have started over with new keys, or someone may be trying to intercept your files. Nothing is delivered until you have compared the numbers and confirmed them.',
          )}
        />
      )}
      {status === 'unproven' && (
        <Alert
          type="error"
          showIcon
          title={t('The server sent keys that are not verified')}
          description={t('They are not used. Please contact your administrator.')}
        />
      )}
      {status === 'none' && (
        <Typography.Text type="secondary">{t('They have not signed in since encryption was set up.')}</Typography.Text>
      )}
      {keys && (status === 'changed' || status === 'first' || status === 'seen') && (
        <div>
          <Button
            {...(status === 'changed' && { type: 'primary' })}
            onClick={() => setConfirming(true)}
            aria-label={
              status === 'changed'
                ? t('Confirm new security number of {name}', { name })
                : t('Confirm security number of {name}', { name })
            }
          >
            {status === 'changed' ? t('Confirm new security number') : t('Confirm security number')}
          </Button>
        </div>
      )}
      {keys && confirming && <ConfirmKeys keys={keys} name={name} onClose={() => setConfirming(false)} />}
    </li>
  );
}

/** Explains how to compare the keys and lets the person confirm them. */
function ConfirmKeys({ keys, name, onClose }: { keys: Contact; name: string; onClose: () => void }) {
  const [compared, setCompared] = useState(false);
  const confirm = useConfirmKeys();
  const toast = useToast();
  const save = () =>
    confirm.mutate(keys, {
      onSuccess: () => {
        toast.success({
          title: t('Key confirmed'),
          description: t('We will warn you if {name}’s security number changes.', { name }),
        });
        onClose();
      },
    });
  return (
    <Modal
      open
      title={t('Compare {name}’s security number', { name })}
      okText={t('Confirm security number')}
      okButtonProps={{ disabled: !compared, loading: confirm.isPending }}
      onOk={save}
      onCancel={onClose}
      width={520}
    >
      <Flex vertical gap={16}>
        <FormError message={confirm.error && errorMessage(confirm.error)} />
        <CompareNumber
          digits={fingerprint(keys)}
          label={t('Fingerprint of {name} to compare', { name })}
          where={t('They open Settings › Encryption and read “Your security number” to you.')}
          isCompared={compared}
          onCompared={setCompared}
        />
      </Flex>
    </Modal>
  );
}
