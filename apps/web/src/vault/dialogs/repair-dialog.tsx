import type { ShownUnreadable } from '@tradepost/client/ledger/unreadable-entry';
import { Alert, Button, Checkbox, Modal, Typography } from 'antd';
import { useState } from 'react';
import { failedWith } from '../../api/failed-with';
import { useMutation } from '../../api/use-mutation';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { removeUnreadable } from '../repair';
import { closeDialog } from '../session/pending-unlocks';
import { errorMessage } from '../texts';
import { useVaultStore } from '../vault.store';
import { OwnPassword, passwordForm } from './own-password';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './start-over.module.css';

/** Removes the entries of the company's record that cannot be read: what happened, what is removed, and what to do before and after. */
export function RepairDialog({ shown }: { shown: ShownUnreadable }) {
  const [count, setCount] = useState<number | null>(null);
  return (
    <Modal
      open
      title={t('Remove entries that cannot be read')}
      onCancel={closeDialog}
      mask={{ closable: false }}
      footer={null}
      width={560}
    >
      {count === null ? <Question shown={shown} onRemoved={setCount} /> : <Removed count={count} />}
    </Modal>
  );
}

const staleText = () =>
  t(
    'The record has changed since this was shown. Close this dialog and reload the page. If it happens again, remove the member first.',
  );

function Question({ shown, onRemoved }: { shown: ShownUnreadable; onRemoved: (count: number) => void }) {
  const { seq, problem } = shown;
  const isUnknown = problem === 'UNSUPPORTED';
  const [isChecked, setChecked] = useState(false);
  const remove = useMutation({ mutationFn: (password: string) => removeUnreadable(password, shown) });
  const message = remove.error && (failedWith(remove.error, 'KEYS_STALE') ? staleText() : errorMessage(remove.error));
  return (
    <>
      <Typography.Paragraph className={layout.marginTop8}>
        {t(
          'Entry {seq} of your company’s record of contacts and deliveries cannot be read. A member with the company’s keys has added it, or the server; the server does not record who. Until it is removed, nobody in your company can use the keys.',
          { seq },
        )}
      </Typography.Paragraph>
      <ul className={styles.consequences}>
        <li>
          {t('Entry {seq} and all after it are removed. No app could use them, so nothing that counts is lost.', {
            seq,
          })}
        </li>
        <li>{t('All entries before it stay. They are verified again before anything is removed.')}</li>
        <li>{t('First remove the member who did it under Settings › Members, or it can happen again.')}</li>
        <li>{t('Create new keys afterwards: that member may still have the present ones.')}</li>
      </ul>
      {isUnknown && (
        <Alert
          type="warning"
          showIcon
          className={styles.warning}
          title={t(
            'The entry is of a type that this version does not know. A newer version may have written it, for example of the command line. Reload the page first. If you remove such an entry, what it records is lost.',
          )}
        />
      )}
      <Form
        label={t('Remove entries that cannot be read')}
        schema={passwordForm}
        initialValues={{ password: '' }}
        onSubmit={async ({ password }) => onRemoved(await remove.mutateAsync(password))}
      >
        <FormError message={message} />
        {isUnknown && (
          <Checkbox
            checked={isChecked}
            onChange={({ target }) => setChecked(target.checked)}
            className={layout.marginBottom16}
          >
            {t('I have reloaded the page, and nobody in my company uses a newer version')}
          </Checkbox>
        )}
        <OwnPassword autoFocus />
        <SubmitButton danger disabled={isUnknown && !isChecked}>
          {t('Remove entries')}
        </SubmitButton>
        <Button type="text" block onClick={closeDialog} className={layout.marginTop8}>
          {t('Cancel')}
        </Button>
      </Form>
    </>
  );
}

function Removed({ count }: { count: number }) {
  return (
    <>
      <Alert
        type="success"
        showIcon
        className={styles.warning}
        title={t('Entries removed: {count}. Your keys are in use again.', { count })}
        description={t(
          'If a member added them, remove the member now if you have not yet, and create new keys: the member may still have the present ones.',
        )}
      />
      <Button type="primary" block onClick={() => useVaultStore.setState({ dialog: { kind: 'rotate' } })}>
        {t('Create new keys')}
      </Button>
      <Button type="text" block onClick={closeDialog} className={layout.marginTop8}>
        {t('Close')}
      </Button>
    </>
  );
}
