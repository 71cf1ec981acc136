import { useQuery } from '@tanstack/react-query';
import type { KeyHolder } from '@tradepost/client/company/remaining';
import { Alert, Button, Checkbox, Flex, Modal, Skeleton, Typography } from 'antd';
import { useState } from 'react';
import { useMutation } from '../../api/use-mutation';
import { ErrorState } from '../../ui/feedback/error-state';
import { nameOf } from '../../ui/feedback/role-names';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { presentHolders, startRotation } from '../rotation';
import { closeDialog } from '../session/pending-unlocks';
import { errorMessage } from '../texts';
import { OwnPassword, passwordForm } from './own-password';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './start-over.module.css';

/** Says what someone who knows the present keys could still have, who gets the new ones, and what partners and devices notice. */
export function RotateDialog() {
  const holders = useQuery({
    queryKey: ['key-holders'],
    queryFn: presentHolders,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    structuralSharing: false,
  });
  return (
    <Modal
      open
      title={t('Create new keys')}
      onCancel={closeDialog}
      mask={{ closable: false }}
      footer={null}
      width={560}
    >
      <Alert
        type="info"
        showIcon
        title={t(
          'People who know the present keys, such as members who have left, may still have them, and with them everything that was encrypted until now. With new keys they cannot open what is encrypted from now on, even if the server is dishonest.',
        )}
        className={styles.warning}
      />
      <ul className={styles.consequences}>
        <li>{t('You still open all earlier files.')}</li>
        <li>
          {t(
            'You are signed out on your other devices, and members with keys everywhere. They sign in again and compare your new security number.',
          )}
        </li>
        <li>
          {t(
            'Your partners see that your security number changed, and compare it before they exchange files with you again. Then they sign open requests again, and request again what they have not downloaded.',
          )}
        </li>
        <li>
          {t(
            'Passkeys no longer open your keys, and programs need new API keys. Stop running programs before you continue.',
          )}
        </li>
      </ul>
      {holders.error ? (
        <ErrorState error={new Error(errorMessage(holders.error))} onRetry={holders.refetch} />
      ) : holders.data ? (
        <Continue holders={holders.data} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      )}
    </Modal>
  );
}

function Continue({ holders }: { holders: KeyHolder[] }) {
  const start = useMutation({ mutationFn: startRotation });
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const keys = holders.flatMap(({ member, key }) => (key && !dropped.includes(member.id) ? [key] : []));
  const keep = (id: string, isChecked: boolean) =>
    setDropped((before) => (isChecked ? before.filter((one) => one !== id) : [...before, id]));
  return (
    <Form
      label={t('Create new keys')}
      schema={passwordForm}
      initialValues={{ password: '' }}
      onSubmit={({ password }) => start.mutateAsync({ password, keys })}
    >
      <FormError message={start.error && errorMessage(start.error)} />
      {holders.length > 0 && (
        <fieldset className={styles.members}>
          <legend>{t('These members get the new keys. Clear those who must not have them:')}</legend>
          <Flex vertical gap={8}>
            {holders.map(({ member, key }) => (
              <div key={member.id}>
                <Checkbox
                  checked={key !== null && !dropped.includes(member.id)}
                  disabled={key === null}
                  onChange={({ target }) => keep(member.id, target.checked)}
                >
                  {nameOf(member)} · {member.email}
                </Checkbox>
                {key === null && (
                  <Typography.Text type="secondary" className={layout.block}>
                    {t('They have another key by now. Give them encryption keys again afterwards.')}
                  </Typography.Text>
                )}
              </div>
            ))}
          </Flex>
        </fieldset>
      )}
      <OwnPassword autoFocus={holders.length === 0} />
      <SubmitButton>{t('Continue')}</SubmitButton>
      <Button type="text" block onClick={closeDialog} className={layout.marginTop8}>
        {t('Cancel')}
      </Button>
    </Form>
  );
}
