/** The regions that descriptors and answers name [FD:region], as the storage itself names them. */
export const REGIONS: Readonly<Record<string, string>> = {
  apnortheast1: 'ap-northeast-1',
  apsoutheast1: 'ap-southeast-1',
  apsoutheast2: 'ap-southeast-2',
  cnnorth1: 'cn-north-1',
  eucentral1: 'eu-central-1',
  euwest1: 'eu-west-1',
  saeast1: 'sa-east-1',
  useast1: 'us-east-1',
  usgovcloudwest1: 'us-gov-west-1',
  uswest1: 'us-west-1',
  uswest2: 'us-west-2',
}
export const DEFAULT_REGION = 'useast1'
