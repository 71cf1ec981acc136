import { useQuery } from '@tanstack/react-query';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { Alert, Button, Flex, Skeleton, Typography } from 'antd';
import { useState } from 'react';
import { useMutation } from '../../api/use-mutation';
import { ErrorState } from '../../ui/feedback/error-state';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { CompareNumber } from '../../ui/keys/compare-number';
import layout from '../../ui/layout/layout.module.css';
import { t } from '../../i18n/t';
import { useUser } from '../../session/auth.store';
import { OwnPassword, passwordForm } from '../dialogs/own-password';
import { problemOf } from '../texts';
import { UnlockWithoutPassword } from '../sso-key/unlock-without-password';
import { companyToCompare, unlockCompany, type ShownCompany } from './open-company';
import { companyMessage } from './texts';

/** @param onReset the password was reset since the person's own key was made */
export function UnlockCompany({ onReset }: { onReset: () => void }) {
  const shown = useQuery({
    queryKey: ['company-to-compare'],
    queryFn: companyToCompare,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    // what is compared is what is used
    structuralSharing: false,
  });
  if (shown.error) return <ErrorState error={new Error(companyMessage(shown.error))} onRetry={shown.refetch} />;
  if (!shown.data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return <UnlockForm shown={shown.data} onReset={onReset} />;
}

function UnlockForm({ shown, onReset }: { shown: ShownCompany; onReset: () => void }) {
  const [isCompared, setCompared] = useState(false);
  const unlock = useMutation({ mutationFn: (password: string) => unlockCompany(password, shown) });
  const { withoutPassword } = useUser();
  const [asks, setAsks] = useState(false);
  const { company, known } = shown;
  const who = company.address;
  const ofSso = { shown, disabled: known !== 'same' && !isCompared, asks, onAsks: setAsks };
  // its number is compared by now, and must not be mistaken for the one of this device
  if (asks) return <UnlockWithoutPassword {...ofSso} />;
  return (
    <Flex vertical gap={16}>
      {known === 'changed' ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={t('{who}’s security number changed', { who })}
          description={t(
            'The owner may have created new keys, or someone may be trying to intercept your files. Compare the number before you continue.',
          )}
        />
      ) : (
        <Typography.Text type="secondary">
          {known === 'first'
            ? t(
                'The owner has given you the encryption keys of your company. Compare its security number once; this browser remembers it.',
              )
            : withoutPassword
              ? t(
                  'End-to-end encrypted files are sealed and opened with keys that only your passkeys and your recovery key unlock.',
                )
              : t('End-to-end encrypted files are sealed and opened with keys that only your password unlocks.')}
        </Typography.Text>
      )}
      {known !== 'same' && (
        <CompareNumber
          digits={fingerprint(company)}
          label={t('Fingerprint of {name} to compare', { name: who })}
          where={t('The owner opens Settings › Encryption and reads “Your security number” to you.')}
          isCompared={isCompared}
          onCompared={setCompared}
        />
      )}
      {withoutPassword ? (
        <UnlockWithoutPassword {...ofSso} />
      ) : (
        <Form
          label={t('Unlock')}
          schema={passwordForm}
          initialValues={{ password: '' }}
          onSubmit={({ password }) => unlock.mutateAsync(password)}
        >
          <FormError message={unlock.error && companyMessage(unlock.error)} />
          <OwnPassword autoFocus={known === 'same'} />
          <SubmitButton disabled={known !== 'same' && !isCompared}>{t('Unlock')}</SubmitButton>
          {problemOf(unlock.error) === 'VAULT_LOCKED' && (
            <Button type="link" block onClick={onReset} className={layout.marginTop8}>
              {t('Create another key')}
            </Button>
          )}
        </Form>
      )}
    </Flex>
  );
}
