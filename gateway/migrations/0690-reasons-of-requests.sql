-- In each bucket. Since API Pix 2.10.0 a bank says why a payer's bank rejected a request to
-- authorize (encerramento.rejeicao.motivo), such as wrong bank data; merchants of API Pix read it.
alter table subscription_requests add column reason text;
