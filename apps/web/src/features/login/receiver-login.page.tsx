import { PageHeader } from '../../ui/page-header';

export default function ReceiverLoginPage() {
  return <PageHeader title="Welcome back" />;
}
