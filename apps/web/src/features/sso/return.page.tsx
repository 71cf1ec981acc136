import { Flex } from 'antd';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { rememberedReturn } from '../../session/return-to';
import { FullScreenBusy } from '../../ui/busy/full-screen-busy';
import { AuthHeading } from '../../ui/layout/auth-heading';
import { LinkButton } from '../../ui/layout/link-button';
import { Notice } from '../../ui/notice/notice';
import { useFinishSso } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** Where the sign-in service of a company returns to. */
export default function SsoReturnPage() {
  const { companyId = '' } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const finish = useFinishSso();
  const isSent = useRef(false);
  const { mutateAsync } = finish;

  useEffect(() => {
    // a sign-in works once
    if (isSent.current) return;
    isSent.current = true;
    mutateAsync({ companyId, parameters: search.slice(1) }).then(
      () => void navigate(rememberedReturn(), { replace: true }),
      // the state of the mutation has the error; the code is of no use to who reads the address later
      () => void navigate({ search: '' }, { replace: true }),
    );
  }, [companyId, search, mutateAsync, navigate]);

  if (!finish.error) return <FullScreenBusy title={t('Signing you in')} />;
  return (
    <>
      <AuthHeading title={t('You are not signed in')} />
      <Notice tone="error" className={layout.marginBottom20}>
        {finish.error.message}
      </Notice>
      <Flex gap={8} wrap>
        <LinkButton type="primary" size="large" to="/sso">
          {t('Try again')}
        </LinkButton>
        <LinkButton size="large" to="/login">
          {t('Sign in with your password')}
        </LinkButton>
      </Flex>
    </>
  );
}
