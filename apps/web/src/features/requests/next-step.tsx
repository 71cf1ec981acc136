import { DownloadOutlined } from '@ant-design/icons';
import type { RequestView } from '@tradepost/contracts/requests';
import { transferLink } from '@tradepost/contracts/values/transfer-link';
import { Button, Flex } from 'antd';
import { Link } from 'react-router-dom';
import { useToast } from '../../ui/notice/use-toast';
import { LinkButton } from '../../ui/layout/link-button';
import { ask } from '../../ui/question/ask';
import { useHasKeys } from '../../vault/has-keys';
import { useVaultStore } from '../../vault/vault.store';
import { useAskAgain, useWithdraw } from './api';
import { t } from '../../i18n/t';

interface NextStepProps {
  request: RequestView;
  onSign: (request: RequestView) => void;
  /** Middle on the page of the request. */
  size?: 'small' | 'middle';
  /** Only what the request waits for: the row opens a page with the other actions. */
  isBrief?: boolean;
}

/** The receiver’s next action for a request. */
export function NextStep({ request, onSign, size = 'small', isBrief = false }: NextStepProps) {
  const hasKeys = useHasKeys();
  const { status, transferId, expiry, companyName } = request;
  if (status === 'pending') {
    const isWaiting = request.waitsForKey || request.waitsForSignature;
    return (
      <Flex gap={8} justify="flex-end" wrap>
        {hasKeys && request.waitsForKey && (
          <Button size={size} type="primary" onClick={() => useVaultStore.setState({ dialog: { kind: 'open' } })}>
            {t('Set up encryption')}
          </Button>
        )}
        {hasKeys && request.waitsForSignature && !request.waitsForKey && (
          <Button
            size={size}
            type="primary"
            onClick={() => onSign(request)}
            aria-label={t('Sign the request to {companyName}', { companyName })}
          >
            {t('Sign')}
          </Button>
        )}
        {!(isBrief && isWaiting) && <WithdrawRequest request={request} size={size} />}
      </Flex>
    );
  }
  if (!transferId || !expiry) return null;
  if (Date.parse(expiry) <= Date.now())
    return <RequestAgain transferId={transferId} companyName={companyName} onSign={onSign} size={size} />;
  const { pathname, search } = new URL(transferLink(location.origin, transferId, expiry));
  const to = pathname + search;
  if (size === 'middle')
    return (
      <LinkButton to={to} type="primary" icon={<DownloadOutlined aria-hidden />}>
        {t('Open files')}
      </LinkButton>
    );
  return (
    <LinkButton size={size} to={to} aria-label={t('Open the files from {companyName}', { companyName })}>
      {t('Open')}
    </LinkButton>
  );
}

interface RequestAgainProps extends Pick<NextStepProps, 'onSign' | 'size'> {
  transferId: string;
  companyName: string;
}

function RequestAgain({ transferId, companyName, onSign, size }: RequestAgainProps) {
  const again = useAskAgain();
  const toast = useToast();
  const askAgain = () =>
    again.mutate(transferId, {
      onSuccess: ({ request }) => {
        if (request.waitsForSignature && !request.waitsForKey) return onSign(request);
        toast.success({
          title: t('Success'),
          description: t('{companyName} was asked for the files again.', { companyName }),
        });
      },
      onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
    });
  if (again.data) return <Link to={`/requests/${again.data.request.id}`}>{t('Requested again')}</Link>;
  return (
    <Button
      size={size}
      loading={again.isPending}
      onClick={askAgain}
      aria-label={t('Ask {companyName} again', { companyName })}
    >
      {t('Ask again')}
    </Button>
  );
}

function WithdrawRequest({ request: { id, companyName }, size }: Pick<NextStepProps, 'request' | 'size'>) {
  const toast = useToast();
  const withdraw = useWithdraw();
  const askFirst = () =>
    ask({
      title: t('Withdraw the request to {companyName}?', { companyName }),
      content: t('It disappears from their list. You can request the files again at any time.'),
      okText: t('Withdraw'),
      onOk: () =>
        withdraw.mutateAsync(id).then(
          ({ message }) => toast.success({ title: t('Success'), description: message }),
          ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
        ),
    });
  return (
    <Button size={size} onClick={askFirst} aria-label={t('Withdraw the request to {companyName}', { companyName })}>
      {t('Withdraw')}
    </Button>
  );
}
