import { PageHeader } from '../../ui/page-header';

export default function EmailVerifiedPage() {
  return <PageHeader title="Email verified" />;
}
