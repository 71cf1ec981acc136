import { useQuery } from '@tanstack/react-query';
import type { StoredPersonKey } from '@tradepost/contracts/encryption/sealed';
import { Button, Flex, Skeleton, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { useMutation } from '../../api/use-mutation';
import { useUser } from '../../session/auth.store';
import { ErrorState } from '../../ui/feedback/error-state';
import { t } from '../../i18n/t';
import { NumberToRead } from '../company/number-to-read';
import { AddPasskey } from './add-passkey';
import { ownUnlockOf } from './opened';
import { OpenOrAsk } from './open-or-ask';
import { numberOf, personKeyQuery, showNewKey } from './sso-key';

/** As `OwnNumber`, for a person who signs in with their company and has no password. */
export function SsoOwnNumber() {
  const { data: stored, error, refetch } = useQuery(personKeyQuery);
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (stored === undefined) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return stored === null ? <CreateKey /> : <OwnNumberOf stored={stored} />;
}

function CreateKey() {
  return (
    <Flex vertical gap={16}>
      <Typography.Text type="secondary">
        {t(
          'The owner of your company gives encryption keys to your own key. You sign in with your company and have no password here, so a recovery key opens it, which only you have. Then passkeys can open it, too.',
        )}
      </Typography.Text>
      <Button type="primary" block onClick={showNewKey}>
        {t('Create your key')}
      </Button>
    </Flex>
  );
}

function OwnNumberOf({ stored }: { stored: StoredPersonKey }) {
  const { id } = useUser();
  const [asks, setAsks] = useState(false);
  const { mutate, mutateAsync, data: digits } = useMutation({ mutationFn: numberOf });
  useEffect(() => {
    const opened = ownUnlockOf(id);
    if (opened) mutate(opened);
  }, [id, mutate]);
  if (digits === undefined)
    return (
      <OpenOrAsk
        label={t('Show your security number')}
        stored={stored}
        open={mutateAsync}
        asks={asks}
        onAsks={setAsks}
      />
    );
  return (
    <NumberToRead digits={digits}>
      <AddPasskey stored={stored} />
    </NumberToRead>
  );
}
