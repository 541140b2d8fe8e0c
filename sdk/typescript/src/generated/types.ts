// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.
interface components {
    schemas: {
        /** @description O saldo do lojista no ambiente da chave. */
        Balance: {
            /**
             * @description O ambiente da chave.
             * @enum {string}
             */
            environment: "test" | "live";
            /**
             * @description Moeda.
             * @enum {string}
             */
            currency: "BRL";
            /** @description Pode ser sacado agora, centavos. */
            available: number;
            /** @description Em saques e devoluções em andamento, centavos. */
            reserved: number;
            /** @description Bloqueado por contestações ou pelo operador; não pode ser sacado, centavos. */
            blocked: number;
            /** @description Dívida com a plataforma: zero ou negativo, centavos. */
            debt: number;
            /** @description Recebido e ainda não liquidado, centavos. */
            pending_settlement: number;
            /** @description As próximas liquidações, até dez dias. */
            next_settlements: components["schemas"]["BalanceNextSettlement"][];
        };
        BalanceAdjustedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "balance.adjusted";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["BalanceAdjustment"];
        };
        /** @description Uma mudança do saldo que não é uma transação. */
        BalanceAdjustment: {
            /**
             * @description Sempre balance_adjustment.
             * @enum {string}
             */
            type: "balance_adjustment";
            /** @description Identificador do gateway. */
            internal_id: string;
            /**
             * @description adjustment: crédito ou débito da plataforma; hold: valor bloqueado; release: valor desbloqueado; unassignment: um recebimento identificado por engano foi retirado; refund_reversal: uma devolução que o banco não fez voltou ao saldo; dispute: o banco devolveu ao pagador um recebimento identificado como seu (MED).
             * @enum {string}
             */
            kind: "adjustment" | "hold" | "release" | "unassignment" | "refund_reversal" | "dispute";
            /** @description Centavos. Um débito é negativo; um bloqueio e um desbloqueio são positivos. */
            amount: number;
            /** @description A parte de um débito que o saldo não cobriu e virou dívida, em centavos. */
            debt_amount: number;
            /** @description A parte de um bloqueio que o saldo cobriu na hora, em centavos. */
            blocked_amount: number;
            /** @description O motivo, escrito pela plataforma. */
            reason: string;
            /** @description A referência da plataforma, se houver. */
            reference: string | null;
            /** @description O bloqueio de um hold ou release. */
            hold_id: string | null;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
        };
        BalanceNextSettlement: {
            /** @description O dia da liquidação, em Brasília. */
            date: string;
            /** @description O que entra em available nesse dia, centavos. */
            amount: number;
        };
        /** @description A cobrança, como ela está agora. */
        BatchedCharge: {
            /** @description Identificador do gateway. */
            internal_id: string;
            external_id: string | null;
            /**
             * @description Estado da cobrança.
             * @enum {string}
             */
            status: "pending" | "paid" | "expired" | "canceled" | "partially_refunded" | "refunded";
            /** @description Valor bruto em centavos. */
            amount: number;
            /** @description Tarifa em centavos. */
            fee_amount: number;
            /** @description Valor menos a tarifa, em centavos. */
            net_amount: number;
            /** @description Código Pix copia e cola. Vazio na cobrança de uma assinatura: o banco do pagador a debita. */
            qrcode: string;
            /** @description Caminho da imagem do QR code. */
            qr_image_url: string;
            /** @description Quando a cobrança expira. ISO 8601 UTC. */
            expires_at: string;
            /** @description Quando foi criada. ISO 8601 UTC. */
            created_at: string;
            due?: components["schemas"]["ChargeDue"];
            /** @description Caminho da página de pagamento. */
            payment_url: string;
        };
        /** @description Quem recebe. */
        Beneficiary: {
            /** @description Nome. */
            name: string;
            /** @description CPF ou CNPJ. */
            document: string;
        };
        CanceledSubscription: {
            /** @description Identificador da assinatura. */
            internal_id: string;
            /** @description Sua referência. */
            reference: string;
            /**
             * @description O estado.
             * @enum {string}
             */
            status: "created" | "authorized" | "paused" | "rejected" | "canceled" | "expired";
            /** @description Por que terminou ou falhou; null se não. */
            reason: components["schemas"]["SubscriptionReason"] | null;
            /** @description Quem terminou: você, o pagador (ou o banco dele), ou o prazo (gateway). */
            ended_by: ("merchant" | "payer" | "gateway") | null;
            payer: components["schemas"]["SubscriptionPayer"];
            /** @description O que se paga. */
            description: string;
            /** @description Valor fixo, em centavos; null se variável. */
            amount: number | null;
            /** @description O menor valor, em centavos; null se fixo. */
            min_amount: number | null;
            /**
             * @description De quanto em quanto tempo.
             * @enum {string}
             */
            interval: "weekly" | "monthly" | "quarterly" | "semiannual" | "annual";
            /**
             * @description three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.
             * @enum {string}
             */
            retries: "none" | "three_in_seven_days";
            /** @description Como o pagador autoriza; null numa recorrência da API Pix que ainda não tem location nem solicitação. */
            journey: ("bank_push" | "code" | "code_and_first_payment" | "offer") | null;
            /** @description O primeiro vencimento. */
            first_due_on: string;
            ends_on: string | null;
            /** @description Como foi enviado; null sem split. */
            splits: unknown;
            /** @description Seus textos. */
            metadata: {
                [key: string]: string;
            } | null;
            authorization: components["schemas"]["SubscriptionAuthorization"];
            first_transaction_id: string | null;
            payment_link_id: string | null;
            /** @description O próximo débito; null se não há. */
            next_cycle: components["schemas"]["SubscriptionNextCycle"] | null;
            /** @description Quando foi criada. ISO 8601 UTC. */
            created_at: string;
            authorized_at: string | null;
            ended_at: string | null;
            /** @description As cobranças abertas que já não podiam ser canceladas: serão debitadas. */
            not_canceled: components["schemas"]["SubscriptionCycle"][];
        };
        CarneFilters: {
            /** @description O número da primeira cobrança do arquivo: 1, depois 301, 601. */
            from?: number;
        };
        /** @description Uma cobrança com tudo o que se sabe dela. */
        Charge: {
            /**
             * @description Tipo da transação.
             * @enum {string}
             */
            type: "charge";
            /** @description Identificador do gateway. */
            internal_id: string;
            external_id: string | null;
            /**
             * @description Estado da cobrança.
             * @enum {string}
             */
            status: "pending" | "paid" | "expired" | "canceled" | "partially_refunded" | "refunded";
            /** @description Valor bruto em centavos. */
            amount: number;
            /** @description Tarifa em centavos. */
            fee_amount: number;
            /** @description Valor menos a tarifa, em centavos. */
            net_amount: number;
            /** @description Código Pix copia e cola. Vazio na cobrança de uma assinatura: o banco do pagador a debita. */
            qrcode: string;
            /** @description Caminho da imagem do QR code. */
            qr_image_url: string;
            /** @description Quando a cobrança expira. ISO 8601 UTC. */
            expires_at: string;
            /** @description Quando foi criada. ISO 8601 UTC. */
            created_at: string;
            due?: components["schemas"]["ChargeDue"];
            /** @description O valor cobrado, desde o pagamento de uma cobrança com vencimento ou de uma que foi paga com outro valor. Centavos. */
            original?: number;
            /** @description A multa que foi paga. Centavos. */
            fine?: number;
            /** @description Os juros que foram pagos, ou o que foi pago a mais. Centavos. */
            interest?: number;
            /** @description O abatimento que foi dado. Centavos. */
            rebate?: number;
            /** @description O desconto que foi dado, ou o que foi pago a menos. Centavos. */
            discount?: number;
            /** @description O valor pago: original − abatimento − desconto + juros + multa. Centavos. */
            paid_amount?: number;
            /** @description Caminho da página de pagamento, que não pede chaves. */
            payment_url: string;
            /** @description Caminho da imagem do QR code, que não pede chaves. */
            public_qr_image_url: string;
            paid_at: string | null;
            end_to_end_id: string | null;
            client_id: string | null;
            description: string | null;
            payer: components["schemas"]["ChargePayer"];
            /** @description Os textos utm da criação. */
            utm: {
                [key: string]: string;
            } | null;
            /** @description Partes de outros lojistas. */
            split: components["schemas"]["ChargeSplit"][];
            /** @description A assinatura que a criou. */
            subscription_id?: string;
            /** @description O link de pagamento que a criou. */
            payment_link_id?: string;
            /** @description A cobrança expirada que ela renova. */
            renewed_from?: string;
            /** @description Quanto já voltou ao pagador, em centavos. A partir da primeira devolução. */
            refunded_amount?: number;
            /** @description As devoluções, da mais antiga à mais nova. A partir da primeira. */
            refunds?: components["schemas"]["Refund"][];
            /** @description true, só em listas: uma alteração espera a resposta do banco, e não se sabe quanto ele cobra. Enquanto isso, a leitura da cobrança responde 503. */
            change_pending?: boolean;
            /** @description Quanto está contestado ou já voltou ao pagador por contestação (MED), em centavos. A partir da primeira contestação. */
            disputed_amount?: number;
        };
        /** @description Um lote de cobranças. */
        ChargeBatch: {
            /** @description Identificador do lote. */
            id: string;
            external_id: string | null;
            /**
             * @description processing até a última cobrança ser criada ou recusada; depois completed. checked: um arquivo do painel que ninguém confirmou.
             * @enum {string}
             */
            status: "checked" | "processing" | "completed";
            /** @description A soma das cobranças que foram aceitas, em centavos. */
            amount: number;
            /** @description Quantas cobranças o lote tem. */
            count: number;
            /** @description Quantas já foram criadas. */
            created_count: number;
            /** @description Quantas foram recusadas. */
            refused_count: number;
            /** @description Quantas ainda serão criadas. */
            open_count: number;
            /** @description Quando o lote foi criado. ISO 8601 UTC. */
            created_at: string;
            completed_at: string | null;
            waiting_for_bank_since: string | null;
        };
        /** @description Uma cobrança do lote. */
        ChargeBatchItem: {
            /** @description A posição em charges, a partir de 0; num arquivo, a linha. */
            index: number;
            /** @description A parcela, se a linha do arquivo faz várias cobranças; senão 1. */
            installment: number;
            /**
             * @description open: ainda será criada.
             * @enum {string}
             */
            status: "open" | "created" | "refused";
            /** @description null até a cobrança existir. */
            charge: components["schemas"]["BatchedCharge"] | null;
            refusal: components["schemas"]["ChargeBatchItemRefusal"] | null;
        };
        ChargeBatchItemFilters: {
            /** @description O next_cursor da página anterior. */
            cursor?: string;
            /** @description Itens por página. */
            limit?: number;
            /**
             * @description Só as cobranças neste estado.
             * @enum {string}
             */
            status?: "open" | "created" | "refused";
        };
        ChargeBatchItemPage: {
            /** @description As cobranças, na ordem do lote. */
            data: components["schemas"]["ChargeBatchItem"][];
            next_cursor: string | null;
        };
        /** @description Por que a cobrança não foi criada. */
        ChargeBatchItemRefusal: {
            /** @description O código da recusa, como na criação de uma cobrança. */
            code: string;
            /** @description O motivo. */
            message: string;
            /** @description As falhas de cada campo. */
            fields: components["schemas"]["ChargeBatchItemRefusalField"][];
        };
        ChargeBatchItemRefusalField: {
            /** @description O campo. */
            field: string;
            /** @description O que está errado. */
            message: string;
        };
        ChargeBatchPage: {
            /** @description Os lotes, os mais novos primeiro. */
            data: components["schemas"]["ChargeBatch"][];
            next_cursor: string | null;
        };
        /** @description Um campo que falta fica como está; null retira a regra. */
        ChargeChange: {
            /** @description Valor bruto em centavos; deve ser maior do que a tarifa. */
            amount?: number;
            due_date?: string | null;
            days_after_due?: number | null;
            fine?: components["schemas"]["ChargeDueFine"] | null;
            interest?: components["schemas"]["ChargeDueInterest"] | null;
            rebate?: components["schemas"]["ChargeDueFine"] | null;
            discounts?: components["schemas"]["ChargeDueDiscount"][] | null;
        };
        /** @description O vencimento e suas regras. Só numa cobrança com vencimento. */
        ChargeDue: {
            /** @description O vencimento: um dia pelo horário de Brasília. */
            due_date: string;
            /** @description Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30. */
            days_after_due: number;
            fine: components["schemas"]["ChargeDueFine"] | null;
            interest: components["schemas"]["ChargeDueInterest"] | null;
            rebate: components["schemas"]["ChargeDueFine"] | null;
            /** @description Até três descontos com data, ou um só por dia de antecipação. */
            discounts: components["schemas"]["ChargeDueDiscount"][];
            /** @description O último dia em que se pode pagar. */
            last_payable_day: string;
            /** @description Quanto se paga hoje, em centavos; null quando a cobrança não está pendente. */
            payable_today: number | null;
            /** @description Quantas vezes foi alterada. */
            revision: number;
            /** @description Quanto o gateway calculou para o dia do pagamento, em centavos. Só quando o banco ou a plataforma confirmou outro valor, que está em `paid_amount`. */
            expected_amount?: number;
            /** @description O que valia antes de cada alteração, da mais antiga à mais nova. Na leitura de uma cobrança, a partir da primeira alteração. */
            revisions?: components["schemas"]["ChargeDueRevision"][];
        };
        /** @description Um desconto por pagar antes. */
        ChargeDueDiscount: {
            /**
             * @description Até uma data, ou por dia de antecipação, em dias corridos ou úteis.
             * @enum {string}
             */
            mode: "fixed_until" | "percent_until" | "fixed_per_day" | "fixed_per_business_day" | "percent_per_day" | "percent_per_business_day";
            /** @description Centavos se for valor fixo; centésimos de por cento se for percentual: 200 é 2%. Zero é o mesmo que não enviar a regra, ou retirá-la. */
            value: number;
            /** @description Último dia do desconto; só em fixed_until e percent_until. */
            until?: string | null;
        };
        /** @description Multa a partir do primeiro dia de atraso. */
        ChargeDueFine: {
            /**
             * @description Valor fixo ou percentual.
             * @enum {string}
             */
            type: "fixed" | "percent";
            /** @description Centavos se for valor fixo; centésimos de por cento se for percentual: 200 é 2%. Zero é o mesmo que não enviar a regra, ou retirá-la. */
            value: number;
        };
        /** @description Juros simples pelos dias depois do vencimento. */
        ChargeDueInterest: {
            /**
             * @description Valor ou percentual, por dia, mês ou ano, em dias corridos ou úteis.
             * @enum {string}
             */
            mode: "fixed_per_day" | "percent_per_day" | "percent_per_month" | "percent_per_year" | "fixed_per_business_day" | "percent_per_business_day" | "percent_per_business_month" | "percent_per_business_year";
            /** @description Centavos se for valor fixo; centésimos de por cento se for percentual: 200 é 2%. Zero é o mesmo que não enviar a regra, ou retirá-la. */
            value: number;
        };
        ChargeDueRevision: {
            /** @description A partir de 0, a criação. */
            revision: number;
            /** @description O valor original, em centavos. */
            amount: number;
            /** @description O vencimento: um dia pelo horário de Brasília. */
            due_date: string;
            /** @description Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30. */
            days_after_due: number;
            fine: components["schemas"]["ChargeDueFine"] | null;
            interest: components["schemas"]["ChargeDueInterest"] | null;
            rebate: components["schemas"]["ChargeDueFine"] | null;
            /** @description Até três descontos com data, ou um só por dia de antecipação. */
            discounts: components["schemas"]["ChargeDueDiscount"][];
            /** @description Quando deixou de valer. ISO 8601 UTC. */
            replaced_at: string;
        };
        /** @description Os e-mails ao pagador de uma cobrança. */
        ChargeMails: {
            /** @description Até um de cada tipo, pela hora. */
            data: components["schemas"]["ChargeMailsItem"][];
            /** @description Por que o endereço do pagador não recebe mais e-mails seus. */
            address_stop: components["schemas"]["ChargeMailsAddressStop"] | null;
            /** @description Abre o WhatsApp com um texto pronto e o link de pagamento, para uma pessoa enviar. Só de cobranças pendentes. */
            whatsapp_url: string | null;
        };
        ChargeMailsAddressStop: {
            /**
             * @description unsubscribed: a pessoa não quer mais e-mails seus. refused: o servidor de e-mail recusou o endereço.
             * @enum {string}
             */
            reason: "unsubscribed" | "refused";
            reply: string | null;
        };
        ChargeMailsItem: {
            /**
             * @description before, on_due_day, after: lembretes antes, no dia e depois do vencimento; before também avisa de um débito de assinatura. receipt: o comprovante. attempt_1_failed a attempt_4_failed: uma tentativa do débito falhou. subscription_canceled: a assinatura foi cancelada; está na página dela no painel, e na exportação do cliente.
             * @enum {string}
             */
            kind: "before" | "on_due_day" | "after" | "receipt" | "attempt_1_failed" | "attempt_2_failed" | "attempt_3_failed" | "attempt_4_failed" | "subscription_canceled";
            /**
             * @description planned: ainda não chegou a hora. waiting: na fila de envio. sent: o servidor de e-mail aceitou. skipped: não foi enviado, pelo motivo em reason. failed: o envio falhou.
             * @enum {string}
             */
            status: "planned" | "waiting" | "sent" | "skipped" | "failed";
            /** @description Por que não foi enviado. */
            reason: ("paid" | "canceled" | "expired" | "renewed" | "refunded" | "erased" | "turned_off" | "late" | "unsubscribed" | "address_refused" | "mail_refused" | "test_address" | "address_limit" | "daily_limit" | "account_not_active" | "no_mail_server" | "gave_up" | "interrupted") | null;
            reply: string | null;
            /** @description Para quando foi programado; pela hora do relógio de teste, se houver. ISO 8601 UTC. */
            planned_for: string;
            sent_at: string | null;
        };
        /** @description Quem deve pagar. */
        ChargePayer: {
            /** @description Nome. */
            name: string;
            /** @description CPF ou CNPJ. */
            document: string;
            email: string | null;
            address?: components["schemas"]["ChargePayerAddress"];
        };
        /** @description O endereço de quem paga, se foi enviado. */
        ChargePayerAddress: {
            /** @description Logradouro e número. */
            street: string;
            /** @description Cidade. */
            city: string;
            /** @description UF. */
            state: string;
            /** @description CEP, 8 dígitos. */
            postal_code: string;
            city_code: string | null;
        };
        ChargeSplit: {
            /** @description Quem recebe. */
            username: string;
            /** @description Percentual do valor bruto; null numa parte fixa. */
            percentage: number | null;
            /** @description Parte em centavos. */
            amount: number;
            /**
             * @description Estado da parte.
             * @enum {string}
             */
            status: "pending" | "paid" | "canceled" | "partially_refunded" | "refunded";
        };
        ClosingFilters: {
            /** @description Quantos por página. */
            limit?: number;
            /** @description O next_cursor da página anterior. */
            cursor?: string;
        };
        /** @description Os mais novos primeiro. */
        ClosingPage: {
            /** @description Os fechamentos da página. */
            data: components["schemas"]["MailedClosing"][];
            /** @description O cursor da próxima página; null na última. */
            next_cursor: string | null;
        };
        ClosingRecipient: {
            /** @description Identificador do endereço. */
            id: string;
            /** @description O endereço. */
            email: string;
            /**
             * @description O idioma dos e-mails.
             * @enum {string}
             */
            language: "pt-BR" | "en";
            /** @description Os fechamentos que recebe: do mês, da semana ou do dia. */
            periods: ("month" | "week" | "day")[];
            confirmed_at: string | null;
            next_at: string | null;
        };
        ClosingSettings: {
            /** @description Os arquivos em anexo. */
            formats: ("pdf" | "xlsx" | "csv" | "ofx")[];
            /** @description Quem recebe, do mais antigo ao mais novo. */
            recipients: components["schemas"]["ClosingRecipient"][];
        };
        /** @description Os dez campos de uma cobrança, e due numa cobrança com vencimento. */
        CreatedCharge: {
            /** @description Identificador do gateway. */
            internal_id: string;
            external_id: string | null;
            /**
             * @description Estado da cobrança.
             * @enum {string}
             */
            status: "pending" | "paid" | "expired" | "canceled" | "partially_refunded" | "refunded";
            /** @description Valor bruto em centavos. */
            amount: number;
            /** @description Tarifa em centavos. */
            fee_amount: number;
            /** @description Valor menos a tarifa, em centavos. */
            net_amount: number;
            /** @description Código Pix copia e cola. Vazio na cobrança de uma assinatura: o banco do pagador a debita. */
            qrcode: string;
            /** @description Caminho da imagem do QR code. */
            qr_image_url: string;
            /** @description Quando a cobrança expira. ISO 8601 UTC. */
            expires_at: string;
            /** @description Quando foi criada. ISO 8601 UTC. */
            created_at: string;
            due?: components["schemas"]["ChargeDue"];
        };
        /** @description Um saque aceito: o valor e a tarifa já saíram do saldo disponível. */
        CreatedPayout: {
            /** @description Identificador do gateway. */
            internal_id: string;
            external_id: string | null;
            /**
             * @description Estado do saque.
             * @enum {string}
             */
            status: "awaiting_approval" | "pending" | "paid" | "failed";
            /** @description Quanto o destino recebe, em centavos. */
            amount: number;
            /** @description Tarifa em centavos. */
            fee_amount: number;
            /** @description Chave Pix normalizada. */
            pix_key: string;
            /** @description Tipo da chave. */
            pix_key_type: string;
            beneficiary: components["schemas"]["Beneficiary"];
            /** @description Quando foi criado. ISO 8601 UTC. */
            created_at: string;
        };
        /** @description Uma devolução aceita: o valor já saiu do saldo disponível. */
        CreatedRefund: {
            /** @description Identificador da devolução. */
            internal_id: string;
            /** @description A cobrança devolvida. */
            transaction_id: string;
            /**
             * @description Estado da devolução.
             * @enum {string}
             */
            status: "pending" | "done" | "failed";
            /** @description Valor a devolver, em centavos. */
            amount: number;
            reason: string | null;
            /** @description Quando foi pedida. ISO 8601 UTC. */
            created_at: string;
        };
        /** @description Quem paga as suas cobranças: um CPF ou CNPJ. */
        Customer: {
            /** @description Identificador do cliente. Não contém o documento. */
            id: string;
            /** @description O nome na cobrança mais nova ou, antes da primeira, na assinatura. */
            name: string;
            /** @description CPF ou CNPJ, sem pontuação. */
            document: string;
            email: string | null;
            /** @description Quando foi criada a primeira cobrança, ou antes dela a assinatura. ISO 8601 UTC. */
            first_charge_at: string;
            /** @description Quando foi criada a cobrança mais nova, ou antes dela a assinatura. ISO 8601 UTC. */
            last_charge_at: string;
        };
        /** @description Um cliente, com o que pagou e o que deve. */
        CustomerDetails: {
            /** @description Identificador do cliente. Não contém o documento. */
            id: string;
            /** @description O nome na cobrança mais nova ou, antes da primeira, na assinatura. */
            name: string;
            /** @description CPF ou CNPJ, sem pontuação. */
            document: string;
            email: string | null;
            /** @description Quando foi criada a primeira cobrança, ou antes dela a assinatura. ISO 8601 UTC. */
            first_charge_at: string;
            /** @description Quando foi criada a cobrança mais nova, ou antes dela a assinatura. ISO 8601 UTC. */
            last_charge_at: string;
            summary: components["schemas"]["CustomerSummary"];
        };
        /** @description O apagamento dos dados de um cliente. */
        CustomerErasure: {
            /** @description Identificador do apagamento. */
            id: string;
            /** @description O cliente que foi apagado. */
            customer_id: string;
            /**
             * @description running: ainda há cobranças; o gateway continua sozinho.
             * @enum {string}
             */
            status: "running" | "done";
            /** @description Quantas cobranças já ficaram sem os dados da pessoa. */
            erased_charges: number;
            /** @description Quando foi pedido. ISO 8601 UTC. */
            requested_at: string;
            finished_at: string | null;
        };
        /** @description Tudo o que está guardado sobre um cliente. */
        CustomerExport: {
            /** @description Quando os dados foram lidos. ISO 8601 UTC. */
            exported_at: string;
            customer: components["schemas"]["Customer"];
            /** @description As anotações da equipe. */
            notes: components["schemas"]["CustomerNote"][];
            /** @description As cobranças, com as devoluções. */
            charges: components["schemas"]["Charge"][];
            /** @description As contestações. */
            disputes: components["schemas"]["Dispute"][];
            /** @description Os lembretes, avisos e comprovantes por e-mail. */
            mails: components["schemas"]["CustomerExportMail"][];
            /** @description As assinaturas. */
            subscriptions: components["schemas"]["Subscription"][];
            /** @description false: só as 10.000 cobranças e assinaturas mais novas estão aqui. */
            is_complete: boolean;
        };
        CustomerExportMail: {
            /** @description A cobrança ou a assinatura. */
            transaction_id: string;
            /**
             * @description before, on_due_day, after: lembretes antes, no dia e depois do vencimento; before também avisa de um débito de assinatura. receipt: o comprovante. attempt_1_failed a attempt_4_failed: uma tentativa do débito falhou. subscription_canceled: a assinatura foi cancelada; está na página dela no painel, e na exportação do cliente.
             * @enum {string}
             */
            kind: "before" | "on_due_day" | "after" | "receipt" | "attempt_1_failed" | "attempt_2_failed" | "attempt_3_failed" | "attempt_4_failed" | "subscription_canceled";
            /**
             * @description planned: ainda não chegou a hora. waiting: na fila de envio. sent: o servidor de e-mail aceitou. skipped: não foi enviado, pelo motivo em reason. failed: o envio falhou.
             * @enum {string}
             */
            status: "planned" | "waiting" | "sent" | "skipped" | "failed";
            /** @description Por que não foi enviado. */
            reason: ("paid" | "canceled" | "expired" | "renewed" | "refunded" | "erased" | "turned_off" | "late" | "unsubscribed" | "address_refused" | "mail_refused" | "test_address" | "address_limit" | "daily_limit" | "account_not_active" | "no_mail_server" | "gave_up" | "interrupted") | null;
            reply: string | null;
            /** @description Para quando foi programado; pela hora do relógio de teste, se houver. ISO 8601 UTC. */
            planned_for: string;
            sent_at: string | null;
        };
        CustomerFilters: {
            /** @description Começos de palavras do nome ou do e-mail, ou o começo do CPF ou CNPJ. */
            search?: string;
            /** @description O next_cursor da página anterior. */
            cursor?: string;
            /** @description Quantos em cada página. */
            limit?: number;
        };
        CustomerNote: {
            /** @description Identificador da anotação. */
            id: string;
            /** @description O que a equipe escreveu. */
            text: string;
            /** @description Quem escreveu. */
            author: string;
            /** @description Quando foi escrita. ISO 8601 UTC. */
            created_at: string;
        };
        /** @description Uma página da lista. */
        CustomerPage: {
            /** @description Os mais novos primeiro. */
            data: components["schemas"]["Customer"][];
            /** @description O cursor da próxima página; null na última. */
            next_cursor: string | null;
        };
        /** @description As somas das cobranças do cliente. */
        CustomerSummary: {
            /** @description Quantas cobranças. */
            charge_count: number;
            /** @description Quantas foram pagas. */
            paid_count: number;
            /** @description O que pagou, em centavos, antes de devoluções. */
            paid_amount: number;
            /** @description O que já foi devolvido, em centavos. */
            refunded_amount: number;
            /** @description O que está contestado ou voltou por contestação, em centavos. */
            disputed_amount: number;
            /** @description Quantas cobranças aguardam pagamento. */
            pending_count: number;
            /** @description O que está em aberto, em centavos. */
            pending_amount: number;
            /** @description Quantas expiraram sem pagamento. */
            expired_count: number;
            /** @description A soma das que expiraram sem pagamento, em centavos. */
            expired_amount: number;
            last_paid_at: string | null;
            /** @description false: tem mais de 10.000 cobranças, e só as 10.000 mais novas estão somadas. */
            is_complete: boolean;
        };
        CycleCanceledEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "cycle.canceled";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["SubscriptionCycle"];
        };
        CycleFailedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "cycle.failed";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["SubscriptionCycle"];
        };
        CyclePaidEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "cycle.paid";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["SubscriptionCycle"];
        };
        CycleRetryingEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "cycle.retrying";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["SubscriptionCycle"];
        };
        CycleScheduledEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "cycle.scheduled";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["SubscriptionCycle"];
        };
        DepositCanceledEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "deposit.canceled";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Charge"];
        };
        DepositExpiredEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "deposit.expired";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Charge"];
        };
        DepositPaidEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "deposit.paid";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Charge"];
        };
        DepositRefundFailedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "deposit.refund_failed";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Charge"];
        };
        DepositRefundedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "deposit.refunded";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Charge"];
        };
        /** @description Um pagamento contestado pelo banco do pagador (MED). */
        Dispute: {
            /** @description Identificador da contestação. */
            internal_id: string;
            /** @description A cobrança contestada. */
            transaction_id: string;
            /** @description Identificador do Pix contestado no SPI (EndToEndId). */
            end_to_end_id: string;
            /**
             * @description Fraude, falha operacional, ou Pix Automático.
             * @enum {string}
             */
            reason: "fraud" | "operational_failure" | "automatic_pix";
            /**
             * @description Situação.
             * @enum {string}
             */
            status: "open" | "in_defense" | "accepted" | "rejected" | "canceled";
            /** @description Valor contestado, em centavos. */
            amount: number;
            /** @description Quanto está bloqueado agora por ela, em centavos, somados todos os lojistas. */
            blocked_amount: number;
            /** @description Quanto já voltou ao pagador, em centavos. */
            returned_amount: number;
            /** @description Quando foi aberta. ISO 8601 UTC. */
            opened_at: string;
            defense_due_at: string | null;
            closed_at: string | null;
            /** @description A última defesa escrita. */
            defense: components["schemas"]["DisputeDefense"] | null;
        };
        DisputeClosedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "dispute.closed";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Dispute"];
        };
        DisputeDefense: {
            /** @description O texto da defesa. */
            text: string;
            /**
             * @description waiting: o gateway ainda vai enviá-la; sent: enviada; failed: recusada.
             * @enum {string}
             */
            status: "waiting" | "sent" | "failed";
            /** @description Quando foi escrita. ISO 8601 UTC. */
            created_at: string;
            sent_at: string | null;
            failure_reason: string | null;
        };
        /** @description Um arquivo anexado à defesa de uma contestação. */
        DisputeFile: {
            /** @description Identificador do arquivo. */
            id: string;
            /** @description Nome, com a terminação do tipo. */
            name: string;
            /**
             * @description O tipo, visto no conteúdo.
             * @enum {string}
             */
            content_type: "application/pdf" | "image/jpeg" | "image/png";
            /** @description Tamanho em bytes. */
            size_bytes: number;
            /** @description Quando foi enviado ao gateway. ISO 8601 UTC. */
            created_at: string;
            sent_at: string | null;
        };
        /** @description Os arquivos de uma contestação, no máximo 10. */
        DisputeFiles: {
            /** @description Os arquivos, do mais antigo ao mais novo. */
            data: components["schemas"]["DisputeFile"][];
        };
        DisputeFilters: {
            /** @description Só as de cobranças deste cliente: o id de GET /v1/customers. */
            customer?: string;
            /**
             * @description Só as que estão nesta situação.
             * @enum {string}
             */
            status?: "open" | "in_defense" | "accepted" | "rejected" | "canceled";
            /** @description Só as desta cobrança. */
            transaction_id?: string;
            /** @description Registradas aqui a partir deste instante. Só a data vale 00:00 UTC. */
            created_from?: string;
            /** @description Registradas aqui antes deste instante. */
            created_to?: string;
            /** @description Quantas por página. */
            limit?: number;
            /** @description O next_cursor da página anterior. */
            cursor?: string;
        };
        DisputeOpenedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "dispute.opened";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Dispute"];
        };
        /** @description As mais novas primeiro. */
        DisputePage: {
            /** @description As contestações da página. */
            data: components["schemas"]["Dispute"][];
            /** @description O cursor da próxima página; null na última. */
            next_cursor: string | null;
        };
        DisputeUpdatedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "dispute.updated";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Dispute"];
        };
        EventAttempt: {
            /** @description A entrega. */
            delivery_id: string;
            webhook_endpoint_id: string | null;
            url: string | null;
            /** @description Conta as tentativas da entrega. */
            attempt: number;
            /** @description Quando começou. ISO 8601 UTC. */
            started_at: string;
            /** @description Milissegundos. */
            duration_ms: number;
            /** @description O status da resposta; null se não houve. */
            response_status: number | null;
            response_excerpt: string | null;
            failure: string | null;
        };
        /** @description As de todas as entregas do evento. */
        EventAttempts: {
            /** @description As mais novas primeiro, até 100. */
            data: components["schemas"]["EventAttempt"][];
        };
        /** @description O evento e o estado de cada entrega. */
        EventDetails: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "deposit.paid" | "deposit.expired" | "deposit.canceled" | "deposit.refunded" | "deposit.refund_failed" | "payout.paid" | "payout.failed" | "payout.returned" | "payout.awaiting_approval" | "payout.rejected" | "split.received" | "split.refunded" | "split.disputed" | "dispute.opened" | "dispute.updated" | "dispute.closed" | "balance.adjusted" | "subscription.authorized" | "subscription.rejected" | "subscription.paused" | "subscription.resumed" | "subscription.canceled" | "subscription.expired" | "cycle.scheduled" | "cycle.paid" | "cycle.failed" | "cycle.retrying" | "cycle.canceled" | "webhook.test";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu. ISO 8601 UTC. */
            created_at: string;
            /** @description O mesmo que o webhook leva: veja o corpo de cada evento em Webhooks. */
            data: Record<string, unknown>;
            /** @description A transação, contestação ou ajuste de que o evento trata. */
            resource_id: string;
            /** @description Se algum webhook o recebe e todos já o receberam. */
            delivered: boolean;
            /** @description Uma entrega para cada webhook que recebe o evento. */
            deliveries: components["schemas"]["EventDetailsDelivery"][];
        };
        EventDetailsDelivery: {
            /** @description O X-Service-Delivery. */
            id: string;
            webhook_endpoint_id: string | null;
            url: string | null;
            /**
             * @description failed: as tentativas se esgotaram.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description Tentativas feitas. */
            attempt_count: number;
            next_attempt_at: string | null;
        };
        EventFilters: {
            /** @description Só estes tipos, separados por vírgula. */
            type?: string;
            /** @description Só os eventos desta transação ou contestação. */
            resource?: string;
            /** @description false: só os que algum webhook ainda não recebeu, ou que nenhum webhook recebe. true: só os que todos os webhooks receberam. */
            delivered?: boolean;
            /** @description O id de um evento: só os que vêm depois dele. */
            after?: string;
            /** @description Um instante ISO 8601: só os eventos desde então (os primeiros podem ser alguns segundos mais antigos). Só sem after. */
            since?: string;
            /** @description Quantos por página. */
            limit?: number;
        };
        /** @description Os mais antigos primeiro. */
        EventPage: {
            /** @description Os eventos da página. */
            data: components["schemas"]["EventPageItem"][];
            next_cursor: string | null;
            /** @description Se já há o que ler depois dele. Com um filtro a página pode vir incompleta. */
            has_more: boolean;
        };
        /** @description Algo que aconteceu na sua conta. */
        EventPageItem: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "deposit.paid" | "deposit.expired" | "deposit.canceled" | "deposit.refunded" | "deposit.refund_failed" | "payout.paid" | "payout.failed" | "payout.returned" | "payout.awaiting_approval" | "payout.rejected" | "split.received" | "split.refunded" | "split.disputed" | "dispute.opened" | "dispute.updated" | "dispute.closed" | "balance.adjusted" | "subscription.authorized" | "subscription.rejected" | "subscription.paused" | "subscription.resumed" | "subscription.canceled" | "subscription.expired" | "cycle.scheduled" | "cycle.paid" | "cycle.failed" | "cycle.retrying" | "cycle.canceled" | "webhook.test";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu. ISO 8601 UTC. */
            created_at: string;
            /** @description O mesmo que o webhook leva: veja o corpo de cada evento em Webhooks. */
            data: Record<string, unknown>;
            /** @description A transação, contestação ou ajuste de que o evento trata. */
            resource_id: string;
            /** @description Se algum webhook o recebe e todos já o receberam. */
            delivered: boolean;
        };
        /** @description A quem reenviar. */
        EventResend: {
            /** @description Só a este webhook. Sem ele, a todos os que recebem o evento. */
            webhook_endpoint_id?: string | null;
        };
        EventStreamFilters: {
            /** @description Só estes tipos, separados por vírgula. */
            type?: string;
            /** @description O id de um evento: só os que vêm depois dele. O cabeçalho Last-Event-ID, se enviado, vale no lugar dele. */
            after?: string;
            /** @description Um instante ISO 8601: só os eventos desde então (os primeiros podem ser alguns segundos mais antigos). Só sem after. */
            since?: string;
        };
        FailureReason: {
            /** @description Código ISO 20022 do SPI, ou um nosso. */
            code: string;
            /** @description O motivo, em português. */
            message: string;
        };
        ListedRefund: {
            /** @description Identificador da devolução. */
            internal_id: string;
            /**
             * @description Estado da devolução.
             * @enum {string}
             */
            status: "pending" | "done" | "failed";
            /** @description Valor devolvido em centavos. */
            amount: number;
            reason: string | null;
            /** @description O que outros lojistas devolvem das suas partes; o resto é da origem. */
            split: components["schemas"]["RefundSplit"][];
            /** @description Quando foi pedida. ISO 8601 UTC. */
            created_at: string;
            done_at: string | null;
            return_id: string | null;
            client_id: string | null;
            /** @description Por que a devolução falhou; null quando não falhou. */
            failure_reason: components["schemas"]["FailureReason"] | null;
            /** @description Retida: conta suspensa. */
            held?: boolean;
            /** @description A cobrança devolvida. */
            transaction_id: string;
            external_id: string | null;
            /** @description Identificador do Pix devolvido no SPI (EndToEndId). */
            end_to_end_id: string;
        };
        MailedClosing: {
            /** @description Identificador do e-mail. */
            id: string;
            /** @description O endereço. */
            email: string;
            /** @description O primeiro dia do período, em Brasília. */
            from: string;
            /** @description O último dia do período. */
            to: string;
            /** @description Os arquivos em anexo. */
            formats: ("pdf" | "xlsx" | "csv" | "ofx")[];
            /**
             * @description waiting: ainda não saiu; sent: o servidor de e-mail aceitou; failed: recusado.
             * @enum {string}
             */
            status: "waiting" | "sent" | "failed";
            /** @description Quando foi escrito. ISO 8601 UTC. */
            created_at: string;
            sent_at: string | null;
        };
        NewCharge: {
            /** @description Valor bruto em centavos; deve ser maior do que a tarifa. */
            amount: number;
            payer: components["schemas"]["NewPayer"];
            /** @description Sua referência, 1 a 128 caracteres. Não precisa ser única. */
            external_id?: string | null;
            /** @description O que está sendo pago, até 140 caracteres. Quem paga lê na página de pagamento. */
            description?: string | null;
            /** @description Validade em segundos, a partir da criação; sem ela, 86400. Não existe com due_date. */
            expires_in?: number | null;
            due_date?: string | null;
            days_after_due?: number | null;
            fine?: components["schemas"]["ChargeDueFine"] | null;
            interest?: components["schemas"]["ChargeDueInterest"] | null;
            rebate?: components["schemas"]["ChargeDueFine"] | null;
            discounts?: components["schemas"]["ChargeDueDiscount"][] | null;
            /** @description Endereço do aviso desta cobrança. Usado só pela conta sandbox. */
            webhook_url?: string | null;
            /** @description Até 10 textos de até 255 caracteres, guardados na cobrança e nos splits. */
            utm?: {
                [key: string]: string;
            } | null;
            /** @description Até 20 lojistas que recebem parte do valor bruto: `username` e `percentage` (0,01 a 90, no máximo duas casas decimais; a soma não passa de 90), ou `username` e `amount` (parte fixa, em centavos). */
            split?: components["schemas"]["NewSplit"][] | null;
            /** @description Só com chave de teste: o relógio de teste em cujo tempo a cobrança vive. */
            clock_id?: string | null;
        };
        NewChargeBatch: {
            /** @description De 1 a 10.000 cobranças, cada uma com os campos de POST /v1/pix/qrcode, menos clock_id. */
            charges: components["schemas"]["NewCharge"][];
            /** @description O que fazer se uma cobrança é recusada. false, o padrão: nada é criado. true: as outras são criadas. */
            only_valid?: boolean | null;
            /** @description Sua referência do lote, 1 a 128 caracteres. Não precisa ser única. */
            external_id?: string | null;
        };
        NewDefense: {
            /** @description A defesa, de 1 a 1000 caracteres. O banco do pagador a lê. */
            text: string;
        };
        NewDisputeFile: {
            /** @description O nome do arquivo, de 1 a 200 caracteres. */
            name: string;
            /** @description O conteúdo em base64: um PDF, PNG ou JPEG de até 10 MB. */
            content: string;
        };
        /** @description Quem vai pagar. */
        NewPayer: {
            /** @description Nome de quem paga, 1 a 200 caracteres. */
            name: string;
            /** @description CPF (11 dígitos) ou CNPJ (14 caracteres, também o alfanumérico). Pontuação é retirada. Com chave de produção os dígitos verificadores são conferidos. */
            document: string;
            /** @description E-mail de quem paga. */
            email?: string | null;
            address?: components["schemas"]["NewPayerAddress"] | null;
        };
        /** @description Só com due_date. Com o endereço valem os feriados do estado e do município que o gateway conhece. */
        NewPayerAddress: {
            /** @description Logradouro e número. */
            street: string;
            /** @description Cidade. */
            city: string;
            /** @description UF. */
            state: string;
            /** @description CEP. */
            postal_code: string;
            /** @description Código do município no IBGE, 7 dígitos. Com ele valem os feriados do município. */
            city_code?: string | null;
        };
        /** @description O que se paga e quanto. */
        NewPaymentLink: {
            /** @description O que o pagador lê no alto da página, 1 a 200 caracteres. */
            title: string;
            /** @description Mais sobre o que se paga, até 1000 caracteres. */
            description?: string | null;
            /** @description O produto que o link vende, pelo preço dele. Não vale junto com amount. */
            product_id?: string | null;
            /** @description Valor em centavos; null ou ausente: o pagador escreve o valor. */
            amount?: number | null;
            /** @description Menor valor que o pagador pode escrever, em centavos. */
            min_amount?: number | null;
            /** @description Maior valor que o pagador pode escrever, em centavos. */
            max_amount?: number | null;
            /** @description Quantos pagamentos aceita; null: sem limite. */
            stock?: number | null;
            /**
             * @description paused: a página não aceita pagamentos.
             * @enum {string}
             */
            status?: "active" | "paused";
            /** @description Até quando aceita pagamentos. */
            expires_at?: string | null;
            /** @description Para onde o pagador pode ir depois de pagar. */
            return_url?: string | null;
            /** @description Em quantos dias vence a cobrança que o pagador cria; null ou ausente: ela vale por 30 minutos. Não vale junto com stock. */
            due_in_days?: number | null;
            days_after_due?: number | null;
            fine?: components["schemas"]["ChargeDueFine"] | null;
            interest?: components["schemas"]["ChargeDueInterest"] | null;
            rebate?: components["schemas"]["ChargeDueFine"] | null;
            discounts?: components["schemas"]["PaymentLinkDueDiscount"][] | null;
            /** @description O pagador assina por Pix Automático, em vez de pagar uma vez. Não vale junto com stock e due_in_days. */
            subscription?: components["schemas"]["NewPaymentLinkSubscription"] | null;
        };
        /** @description O pagador assina, em vez de pagar uma vez. Só com preço fixo. */
        NewPaymentLinkSubscription: {
            /**
             * @description De quanto em quanto tempo.
             * @enum {string}
             */
            interval: "weekly" | "monthly" | "quarterly" | "semiannual" | "annual";
            /** @description O primeiro vencimento, em dias depois do dia em que o pagador assina. Ou first_due_day. */
            first_due_in_days?: number | null;
            /** @description O primeiro vencimento é o próximo dia do mês com este número. Ou first_due_in_days. */
            first_due_day?: number | null;
            /**
             * @description Como o pagador autoriza: por um código, ou por um código que também cobra agora.
             * @enum {string}
             */
            journey?: "code" | "code_and_first_payment";
            /**
             * @description three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.
             * @enum {string}
             */
            retries?: "none" | "three_in_seven_days";
            /** @description Quantos débitos; null: até que alguém cancele. O pagamento de agora não conta. */
            cycles?: number | null;
        };
        NewPayout: {
            /** @description Quanto o destino recebe, em centavos. A tarifa é cobrada à parte. */
            amount: number;
            /** @description Chave Pix de destino; grafias comuns são normalizadas. */
            pix_key: string;
            /**
             * @description Tipo da chave; `evp` é o mesmo que `random`.
             * @enum {string}
             */
            pix_key_type: "cpf" | "cnpj" | "email" | "phone" | "random" | "evp";
            beneficiary: components["schemas"]["Beneficiary"];
            /** @description Sua referência, 1 a 128 caracteres. Única para sempre: um saque não se repete. */
            external_id?: string | null;
            /** @description Endereço do aviso deste saque. Usado só pela conta sandbox. */
            webhook_url?: string | null;
        };
        /** @description O que os links vendem. */
        NewProduct: {
            /** @description O nome, 1 a 200 caracteres. */
            name: string;
            /** @description A descrição, até 1000 caracteres. */
            description?: string | null;
            /** @description O preço em centavos; deve ser maior do que a tarifa. */
            amount: number;
        };
        NewRefund: {
            /** @description Quanto devolver, em centavos. Sem ele, tudo o que resta do pagamento. */
            amount?: number | null;
            /** @description O motivo, até 140 caracteres. O pagador pode vê-lo no extrato. */
            reason?: string | null;
            /** @description true: a origem devolve também as partes dos lojistas do split. */
            bear_all?: boolean | null;
        };
        NewSplit: {
            /** @description O username do lojista que recebe. */
            username: string;
            /** @description Parte do valor bruto, em por cento; no lugar de `amount`. */
            percentage?: number;
            /** @description Parte fixa, em centavos; no lugar de `percentage`. */
            amount?: number;
        };
        NewSplitPreview: {
            /** @description Valor bruto em centavos; deve ser maior do que a tarifa. */
            amount: number;
            /** @description Até 20 lojistas que recebem parte do valor bruto: `username` e `percentage` (0,01 a 90, no máximo duas casas decimais; a soma não passa de 90), ou `username` e `amount` (parte fixa, em centavos). */
            split?: components["schemas"]["NewSplit"][] | null;
            /** @description Uma cobrança pendente com vencimento que seria alterada. Valem o dia em que foi criada, a tarifa, os splits e os feriados dela, e o que não for enviado fica como está. */
            internal_id?: string | null;
            due_date?: string | null;
            days_after_due?: number | null;
            fine?: components["schemas"]["ChargeDueFine"] | null;
            interest?: components["schemas"]["ChargeDueInterest"] | null;
            rebate?: components["schemas"]["ChargeDueFine"] | null;
            discounts?: components["schemas"]["ChargeDueDiscount"][] | null;
            payer?: components["schemas"]["NewSplitPreviewPayer"];
        };
        /** @description O endereço de quem paga, cujos feriados locais contam. */
        NewSplitPreviewPayer: {
            address?: components["schemas"]["NewPayerAddress"] | null;
        };
        /** @description Quanto, quando e como o pagador autoriza. */
        NewSubscription: {
            /** @description Sua referência, até 35 caracteres, como o número do contrato. */
            reference: string;
            payer: components["schemas"]["NewSubscriptionPayer"];
            /** @description O que se paga, até 35 caracteres. O pagador lê no banco. */
            description: string;
            /** @description Valor fixo de cada cobrança, em centavos. */
            amount?: number | null;
            /** @description Valor variável: o menor valor de uma cobrança, em centavos. */
            min_amount?: number | null;
            /**
             * @description De quanto em quanto tempo.
             * @enum {string}
             */
            interval: "weekly" | "monthly" | "quarterly" | "semiannual" | "annual";
            /** @description O vencimento da primeira cobrança, ao menos dois dias depois de hoje. */
            first_due_on: string;
            ends_on?: string | null;
            /**
             * @description three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.
             * @enum {string}
             */
            retries: "none" | "three_in_seven_days";
            /**
             * @description Como o pagador autoriza: o banco pergunta (bank_push), um código, um código que também cobra agora (code_and_first_payment), ou uma oferta depois de um pagamento (offer).
             * @enum {string}
             */
            journey: "bank_push" | "code" | "code_and_first_payment" | "offer";
            /** @description O valor do primeiro pagamento, se não é amount. Só em code_and_first_payment e offer. */
            first_payment?: components["schemas"]["NewSubscriptionFirstPayment"] | null;
            /** @description Até 20 lojistas que recebem parte do valor bruto: `username` e `percentage` (0,01 a 90, no máximo duas casas decimais; a soma não passa de 90), ou `username` e `amount` (parte fixa, em centavos). */
            splits?: components["schemas"]["NewSplit"][] | null;
            /** @description Até 10 textos seus, de até 255 caracteres. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description Só com chave de teste: o relógio de teste em cujo tempo a assinatura vive. */
            clock_id?: string | null;
        };
        NewSubscriptionCycle: {
            /** @description Em centavos. */
            amount: number;
            /** @description O vencimento; num dia não útil, passa ao próximo dia útil. */
            due_on: string;
        };
        NewSubscriptionFirstPayment: {
            /** @description Em centavos. */
            amount: number;
        };
        /** @description Quem vai pagar. */
        NewSubscriptionPayer: {
            /** @description Nome de quem paga, até 140 caracteres. */
            name: string;
            /** @description CPF ou CNPJ de quem paga. */
            document: string;
            /** @description E-mail de quem paga, para os avisos de débitos, se você quiser. */
            email?: string | null;
            account?: components["schemas"]["NewSubscriptionPayerAccount"] | null;
        };
        /** @description Só com journey bank_push: onde o banco pergunta. */
        NewSubscriptionPayerAccount: {
            /** @description O ISPB do banco do pagador. */
            ispb: string;
            /** @description A agência. */
            branch?: string | null;
            /** @description A conta. */
            number: string;
        };
        /** @description O nome e a hora do começo. */
        NewTestClock: {
            /** @description Um nome para você. */
            name?: string | null;
            /** @description Com que hora o relógio começa: ISO 8601, agora ou depois. Sem o campo, agora. */
            now?: string | null;
            /** @description true: a chave que chama passa a viver no tempo do relógio. */
            bind_key?: boolean;
        };
        NewTestDispute: {
            /** @description Quanto contestar, em centavos. Sem ele, tudo o que resta do pagamento. */
            amount?: number | null;
            /** @description O motivo; sem ele, fraud. */
            reason?: ("fraud" | "operational_failure" | "automatic_pix") | null;
        };
        /** @description O endereço e os eventos. */
        NewWebhookEndpoint: {
            /** @description Em produção, https e público. */
            url: string;
            /** @description Só estes eventos; sem o campo, todos. */
            events?: ("deposit.paid" | "deposit.expired" | "deposit.canceled" | "deposit.refunded" | "deposit.refund_failed" | "payout.paid" | "payout.failed" | "payout.returned" | "payout.awaiting_approval" | "payout.rejected" | "split.received" | "split.refunded" | "split.disputed" | "dispute.opened" | "dispute.updated" | "dispute.closed" | "balance.adjusted" | "subscription.authorized" | "subscription.rejected" | "subscription.paused" | "subscription.resumed" | "subscription.canceled" | "subscription.expired" | "cycle.scheduled" | "cycle.paid" | "cycle.failed" | "cycle.retrying" | "cycle.canceled")[];
        };
        /** @description O que examinar. */
        NewWebhookExam: {
            /** @description O endereço do seu programa. Valem as regras dos endereços de webhooks. */
            url: string;
            /** @description Uma cobrança sua de teste, da qual os eventos tratam. Sem ela, uma inventada. */
            charge_id?: string | null;
        };
        /** @description O segredo a conferir. */
        NewWebhookSecretCheck: {
            /** @description O segredo que o seu programa tem, em qualquer forma. */
            secret: string;
        };
        /** @description A cobrança, como GET a mostra. */
        PaidTestCharge: {
            /**
             * @description Tipo da transação.
             * @enum {string}
             */
            type: "charge";
            /** @description Identificador do gateway. */
            internal_id: string;
            external_id: string | null;
            /**
             * @description Estado da cobrança.
             * @enum {string}
             */
            status: "pending" | "paid" | "expired" | "canceled" | "partially_refunded" | "refunded";
            /** @description Valor bruto em centavos. */
            amount: number;
            /** @description Tarifa em centavos. */
            fee_amount: number;
            /** @description Valor menos a tarifa, em centavos. */
            net_amount: number;
            /** @description Código Pix copia e cola. Vazio na cobrança de uma assinatura: o banco do pagador a debita. */
            qrcode: string;
            /** @description Caminho da imagem do QR code. */
            qr_image_url: string;
            /** @description Quando a cobrança expira. ISO 8601 UTC. */
            expires_at: string;
            /** @description Quando foi criada. ISO 8601 UTC. */
            created_at: string;
            due?: components["schemas"]["ChargeDue"];
            /** @description O valor cobrado, desde o pagamento de uma cobrança com vencimento ou de uma que foi paga com outro valor. Centavos. */
            original?: number;
            /** @description A multa que foi paga. Centavos. */
            fine?: number;
            /** @description Os juros que foram pagos, ou o que foi pago a mais. Centavos. */
            interest?: number;
            /** @description O abatimento que foi dado. Centavos. */
            rebate?: number;
            /** @description O desconto que foi dado, ou o que foi pago a menos. Centavos. */
            discount?: number;
            /** @description O valor pago: original − abatimento − desconto + juros + multa. Centavos. */
            paid_amount?: number;
            /** @description Caminho da página de pagamento, que não pede chaves. */
            payment_url: string;
            /** @description Caminho da imagem do QR code, que não pede chaves. */
            public_qr_image_url: string;
            paid_at: string | null;
            end_to_end_id: string | null;
            client_id: string | null;
            description: string | null;
            payer: components["schemas"]["ChargePayer"];
            /** @description Os textos utm da criação. */
            utm: {
                [key: string]: string;
            } | null;
            /** @description Partes de outros lojistas. */
            split: components["schemas"]["ChargeSplit"][];
            /** @description A assinatura que a criou. */
            subscription_id?: string;
            /** @description O link de pagamento que a criou. */
            payment_link_id?: string;
            /** @description A cobrança expirada que ela renova. */
            renewed_from?: string;
            /** @description Quanto já voltou ao pagador, em centavos. A partir da primeira devolução. */
            refunded_amount?: number;
            /** @description As devoluções, da mais antiga à mais nova. A partir da primeira. */
            refunds?: components["schemas"]["Refund"][];
            /** @description true, só em listas: uma alteração espera a resposta do banco, e não se sabe quanto ele cobra. Enquanto isso, a leitura da cobrança responde 503. */
            change_pending?: boolean;
            /** @description Quanto está contestado ou já voltou ao pagador por contestação (MED), em centavos. A partir da primeira contestação. */
            disputed_amount?: number;
            /** @description Os pagamentos que o banco simulado recebeu. Só quando pedir um cenário. */
            test_payments?: components["schemas"]["PaidTestChargeTestPayment"][];
        };
        PaidTestChargeTestPayment: {
            /** @description Identificador do Pix. */
            end_to_end_id: string;
            /** @description Valor em centavos. */
            amount: number;
            /** @description CPF ou CNPJ de quem pagou. */
            payer_document: string;
            /**
             * @description paid: pagou a cobrança. held: ficou a identificar, como em produção.
             * @enum {string}
             */
            result: "paid" | "held";
            /** @description Por que não pagou a cobrança; null quando pagou. */
            reason: ("amount_differs" | "already_paid") | null;
        };
        /** @description O que os pagadores recebem por e-mail. */
        PayerMailSettings: {
            /** @description Quantos dias antes do vencimento, ou do débito de uma assinatura, o pagador é lembrado; null: não é. */
            days_before: number | null;
            /** @description Se o pagador é lembrado no dia do vencimento. */
            on_due_day: boolean;
            /** @description Quantos dias depois do vencimento sem pagamento o pagador é avisado; null: não é. Se um débito de uma assinatura falha, o aviso vai na manhã seguinte. */
            days_after: number | null;
            /** @description Se o pagador recebe o comprovante depois de pagar. */
            receipts: boolean;
            /** @description Se esta plataforma envia e-mails. Sem isso nada pode ser ligado. */
            is_mail_configured: boolean;
        };
        /** @description Só o que vem muda. */
        PayerMailSettingsChange: {
            /** @description Quantos dias antes do vencimento, ou do débito de uma assinatura, o pagador é lembrado; null: não é. */
            days_before?: number | null;
            /** @description Se o pagador é lembrado no dia do vencimento. */
            on_due_day?: boolean;
            /** @description Quantos dias depois do vencimento sem pagamento o pagador é avisado; null: não é. Se um débito de uma assinatura falha, o aviso vai na manhã seguinte. */
            days_after?: number | null;
            /** @description Se o pagador recebe o comprovante depois de pagar. */
            receipts?: boolean;
        };
        /** @description Uma página em que o pagador cria a cobrança. */
        PaymentLink: {
            /** @description Identificador do link. */
            id: string;
            /** @description O título. */
            title: string;
            description: string | null;
            product_id: string | null;
            image_url: string | null;
            /** @description Valor em centavos, o do produto se há um; null: livre. */
            amount: number | null;
            /** @description Menor valor, em centavos. */
            min_amount: number | null;
            /** @description Maior valor, em centavos. */
            max_amount: number | null;
            /** @description Quantos pagamentos aceita; null: sem limite. */
            stock: number | null;
            /** @description Unidades livres agora; null: sem limite. */
            available_count: number | null;
            /** @description Unidades em cobranças que ainda podem ser pagas. */
            held_count: number;
            /** @description Quantos pagamentos e assinaturas autorizadas teve. */
            sold_count: number;
            /** @description Quantas assinaturas foram autorizadas por ele, mesmo encerradas. */
            subscriber_count: number;
            /** @description Pagamentos além do estoque, feitos depois do prazo da cobrança. */
            oversold_count: number;
            /** @description Soma dos pagamentos feitos no link em centavos, antes de tarifas e sem os das assinaturas. */
            received_amount: number;
            /**
             * @description paused: a página não aceita pagamentos.
             * @enum {string}
             */
            status: "active" | "paused";
            expires_at: string | null;
            return_url: string | null;
            /** @description O vencimento das cobranças; null: elas valem por 30 minutos. */
            due: components["schemas"]["PaymentLinkDue"] | null;
            /** @description O que o pagador assina; null: ele paga uma vez. */
            subscription: components["schemas"]["PaymentLinkSubscription"] | null;
            /** @description Caminho da página do link. */
            url: string;
            /** @description Quando foi criado. ISO 8601 UTC. */
            created_at: string;
        };
        /** @description O que não é enviado fica como está; null retira. Cobranças feitas não mudam. */
        PaymentLinkChange: {
            /** @description O que o pagador lê no alto da página, 1 a 200 caracteres. */
            title?: string;
            /** @description Mais sobre o que se paga, até 1000 caracteres. */
            description?: string | null;
            /** @description O produto que o link vende, pelo preço dele. Não vale junto com amount. */
            product_id?: string | null;
            /** @description Valor em centavos; null ou ausente: o pagador escreve o valor. */
            amount?: number | null;
            /** @description Menor valor que o pagador pode escrever, em centavos. */
            min_amount?: number | null;
            /** @description Maior valor que o pagador pode escrever, em centavos. */
            max_amount?: number | null;
            /** @description Quantos pagamentos aceita; null: sem limite. */
            stock?: number | null;
            /**
             * @description paused: a página não aceita pagamentos.
             * @enum {string}
             */
            status?: "active" | "paused";
            /** @description Até quando aceita pagamentos. */
            expires_at?: string | null;
            /** @description Para onde o pagador pode ir depois de pagar. */
            return_url?: string | null;
            /** @description Em quantos dias vence a cobrança que o pagador cria; null ou ausente: ela vale por 30 minutos. Não vale junto com stock. */
            due_in_days?: number | null;
            days_after_due?: number | null;
            fine?: components["schemas"]["ChargeDueFine"] | null;
            interest?: components["schemas"]["ChargeDueInterest"] | null;
            rebate?: components["schemas"]["ChargeDueFine"] | null;
            discounts?: components["schemas"]["PaymentLinkDueDiscount"][] | null;
            /** @description O pagador assina por Pix Automático, em vez de pagar uma vez. Não vale junto com stock e due_in_days. */
            subscription?: components["schemas"]["NewPaymentLinkSubscription"] | null;
        };
        /** @description O vencimento das cobranças do link e suas regras. */
        PaymentLinkDue: {
            /** @description Quantos dias depois da criação a cobrança vence; 0: no mesmo dia. */
            due_in_days: number;
            /** @description Por quantos dias depois do vencimento ainda se pode pagar. Sem ele, 30. */
            days_after_due: number;
            fine: components["schemas"]["ChargeDueFine"] | null;
            interest: components["schemas"]["ChargeDueInterest"] | null;
            rebate: components["schemas"]["ChargeDueFine"] | null;
            /** @description Até três descontos com dia de término, ou um só por dia de antecipação. */
            discounts: components["schemas"]["PaymentLinkDueDiscount"][];
        };
        /** @description Um desconto por pagar antes. */
        PaymentLinkDueDiscount: {
            /**
             * @description Até uma data, ou por dia de antecipação, em dias corridos ou úteis.
             * @enum {string}
             */
            mode: "fixed_until" | "percent_until" | "fixed_per_day" | "fixed_per_business_day" | "percent_per_day" | "percent_per_business_day";
            /** @description Centavos se for valor fixo; centésimos de por cento se for percentual: 200 é 2%. Zero é o mesmo que não enviar a regra, ou retirá-la. */
            value: number;
            /** @description Quantos dias antes do vencimento o desconto termina; só em fixed_until e percent_until. */
            days_before_due?: number;
        };
        PaymentLinkFilters: {
            /** @description O next_cursor da página anterior. */
            cursor?: string;
            /** @description Quantos em cada página. */
            limit?: number;
        };
        /** @description Uma página da lista. */
        PaymentLinkPage: {
            /** @description Os mais novos primeiro. */
            data: components["schemas"]["PaymentLink"][];
            /** @description O cursor da próxima página; null na última. */
            next_cursor: string | null;
        };
        /** @description O que os pagadores do link assinam. */
        PaymentLinkSubscription: {
            /**
             * @description De quanto em quanto tempo.
             * @enum {string}
             */
            interval: "weekly" | "monthly" | "quarterly" | "semiannual" | "annual";
            /** @description O primeiro vencimento, em dias depois do dia em que o pagador assina. Ou first_due_day. */
            first_due_in_days: number | null;
            /** @description O primeiro vencimento é o próximo dia do mês com este número. Ou first_due_in_days. */
            first_due_day: number | null;
            /**
             * @description Como o pagador autoriza: por um código, ou por um código que também cobra agora.
             * @enum {string}
             */
            journey: "code" | "code_and_first_payment";
            /**
             * @description three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.
             * @enum {string}
             */
            retries: "none" | "three_in_seven_days";
            /** @description Quantos débitos; null: até que alguém cancele. O pagamento de agora não conta. */
            cycles: number | null;
        };
        /** @description Um saque com tudo o que se sabe dele. */
        Payout: {
            /**
             * @description Tipo da transação.
             * @enum {string}
             */
            type: "payout";
            /** @description Identificador do gateway. */
            internal_id: string;
            external_id: string | null;
            /**
             * @description Estado do saque.
             * @enum {string}
             */
            status: "awaiting_approval" | "pending" | "paid" | "failed";
            /** @description Quanto o destino recebe, em centavos. */
            amount: number;
            /** @description Tarifa em centavos. */
            fee_amount: number;
            /** @description Chave Pix normalizada. */
            pix_key: string;
            /** @description Tipo da chave. */
            pix_key_type: string;
            beneficiary: components["schemas"]["Beneficiary"];
            /** @description Quando foi criado. ISO 8601 UTC. */
            created_at: string;
            paid_at: string | null;
            end_to_end_id: string | null;
            client_id: string | null;
            /** @description Por que o saque falhou; null quando não falhou. */
            failure_reason: components["schemas"]["FailureReason"] | null;
            /** @description Quanto o banco de destino devolveu depois de pago, em centavos, se algo voltou. */
            returned_amount?: number;
            /** @description true enquanto o saque está retido e não sai; held_reason diz por quê. */
            held?: boolean;
            /**
             * @description Por que o saque está retido: a conta foi suspensa (account_suspended), os saques estão pausados (payouts_stopped), ou a chave Pix é nova e espera (new_destination).
             * @enum {string}
             */
            held_reason?: "account_suspended" | "payouts_stopped" | "new_destination";
            /** @description true quando o banco fez o saque depois de ele ter falhado aqui: o valor saiu de novo do saldo, sem tarifa. */
            paid_after_failure?: boolean;
        };
        PayoutAwaitingApprovalEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "payout.awaiting_approval";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Payout"];
        };
        PayoutFailedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "payout.failed";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Payout"];
        };
        PayoutPaidEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "payout.paid";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Payout"];
        };
        PayoutRejectedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "payout.rejected";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Payout"];
        };
        PayoutReturnedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "payout.returned";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Payout"];
        };
        /** @description O que os links de pagamento vendem. */
        Product: {
            /** @description Identificador do produto. */
            id: string;
            /** @description O nome. */
            name: string;
            description: string | null;
            /** @description O preço em centavos. */
            amount: number;
            image_url: string | null;
            /** @description Quando foi criado. ISO 8601 UTC. */
            created_at: string;
        };
        /** @description O que não é enviado fica como está. Cobranças feitas não mudam. */
        ProductChange: {
            /** @description O nome, 1 a 200 caracteres. */
            name?: string;
            /** @description A descrição, até 1000 caracteres. */
            description?: string | null;
            /** @description O preço em centavos; deve ser maior do que a tarifa. */
            amount?: number;
        };
        /** @description Uma página da lista. */
        ProductPage: {
            /** @description Os mais novos primeiro. */
            data: components["schemas"]["Product"][];
            /** @description O cursor da próxima página; null na última. */
            next_cursor: string | null;
        };
        /** @description A parte, com o que espera a liberação. */
        ReceivedSplit: {
            /**
             * @description Sempre split.
             * @enum {string}
             */
            type: "split";
            /** @description A cobrança do outro lojista. */
            charge_id: string;
            origin: components["schemas"]["ReceivedSplitOrigin"];
            /** @description Percentual do valor bruto; null numa parte fixa. */
            percentage: number | null;
            /** @description Sua parte, em centavos. */
            amount: number;
            /** @description Quanto da parte já foi devolvido, em centavos. */
            refunded_amount: number;
            /** @description Quanto da parte está bloqueado por contestações (MED) ou já voltou ao pagador por elas, em centavos. */
            disputed_amount: number;
            /**
             * @description Estado da parte.
             * @enum {string}
             */
            status: "pending" | "paid" | "canceled" | "partially_refunded" | "refunded";
            external_id: string | null;
            /** @description Os textos utm da cobrança. */
            utm: {
                [key: string]: string;
            } | null;
            /** @description Quando a cobrança foi criada. ISO 8601 UTC. */
            created_at: string;
            paid_at: string | null;
            /** @description Quanto da parte ainda espera o dia da liberação, em centavos. */
            pending_amount: number;
            /** @description O dia em Brasília em que o resto fica disponível; null quando nada espera. */
            available_on: string | null;
        };
        /** @description O lojista que criou a cobrança. */
        ReceivedSplitOrigin: {
            /** @description O username. */
            username: string;
            /** @description O nome. */
            name: string;
        };
        Refund: {
            /** @description Identificador da devolução. */
            internal_id: string;
            /**
             * @description Estado da devolução.
             * @enum {string}
             */
            status: "pending" | "done" | "failed";
            /** @description Valor devolvido em centavos. */
            amount: number;
            reason: string | null;
            /** @description O que outros lojistas devolvem das suas partes; o resto é da origem. */
            split: components["schemas"]["RefundSplit"][];
            /** @description Quando foi pedida. ISO 8601 UTC. */
            created_at: string;
            done_at: string | null;
            return_id: string | null;
            client_id: string | null;
            /** @description Por que a devolução falhou; null quando não falhou. */
            failure_reason: components["schemas"]["FailureReason"] | null;
            /** @description Retida: conta suspensa. */
            held?: boolean;
        };
        RefundFilters: {
            /**
             * @description Só as que estão neste estado.
             * @enum {string}
             */
            status?: "pending" | "done" | "failed";
            /** @description Só as desta cobrança. */
            transaction_id?: string;
            /** @description Só as de cobranças deste cliente: o id de GET /v1/customers. */
            customer?: string;
            /** @description Pedidas a partir deste instante. Só a data vale 00:00 UTC. */
            created_from?: string;
            /** @description Pedidas antes deste instante. */
            created_to?: string;
            /** @description Quantas por página. */
            limit?: number;
            /** @description O next_cursor da página anterior. */
            cursor?: string;
        };
        /** @description As mais novas primeiro. */
        RefundPage: {
            /** @description As devoluções da página. */
            data: components["schemas"]["ListedRefund"][];
            /** @description O cursor da próxima página; null na última. */
            next_cursor: string | null;
        };
        RefundSplit: {
            /** @description Quem devolve. */
            username: string;
            /** @description Parte em centavos. */
            amount: number;
        };
        /** @description Uma requisição desta chave. Nunca tem corpos, cabeçalhos ou chaves. */
        RequestRecord: {
            /** @description O X-Request-Id da resposta. */
            request_id: string;
            /** @description Quando a requisição chegou. ISO 8601 UTC. */
            started_at: string;
            /** @description O método HTTP. */
            method: string;
            /** @description O caminho, sem a query. */
            path: string;
            operation: string | null;
            /** @description O status HTTP da resposta. */
            status: number;
            /** @description Quanto a resposta demorou, em milissegundos. */
            duration_ms: number;
            /** @description A resposta repete a de uma requisição anterior com a mesma Idempotency-Key. */
            idempotency_replayed: boolean;
            code: string | null;
            unknown_fields: string | null;
            /** @description Quantas outras não aparecem, por serem demais nesse instante. */
            omitted: number;
        };
        SplitDisputedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "split.disputed";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["SplitOfEvent"];
        };
        SplitFilters: {
            /**
             * @description Só as que estão neste estado.
             * @enum {string}
             */
            status?: "pending" | "paid" | "canceled" | "partially_refunded" | "refunded";
            /** @description Só a parte desta cobrança. */
            charge_id?: string;
            /** @description De cobranças criadas a partir deste instante, inclusive. Só a data vale 00:00 UTC. */
            created_from?: string;
            /** @description De cobranças criadas antes deste instante. */
            created_to?: string;
            /** @description Quantas por página. */
            limit?: number;
            /** @description O next_cursor da página anterior. */
            cursor?: string;
        };
        /** @description Sua parte na cobrança de outro lojista. */
        SplitOfEvent: {
            /**
             * @description Sempre split.
             * @enum {string}
             */
            type: "split";
            /** @description A cobrança do outro lojista. */
            charge_id: string;
            origin: components["schemas"]["ReceivedSplitOrigin"];
            /** @description Percentual do valor bruto; null numa parte fixa. */
            percentage: number | null;
            /** @description Sua parte, em centavos. */
            amount: number;
            /** @description Quanto da parte já foi devolvido, em centavos. */
            refunded_amount: number;
            /** @description Quanto da parte está bloqueado por contestações (MED) ou já voltou ao pagador por elas, em centavos. */
            disputed_amount: number;
            /**
             * @description Estado da parte.
             * @enum {string}
             */
            status: "pending" | "paid" | "canceled" | "partially_refunded" | "refunded";
            external_id: string | null;
            /** @description Os textos utm da cobrança. */
            utm: {
                [key: string]: string;
            } | null;
            /** @description Quando a cobrança foi criada. ISO 8601 UTC. */
            created_at: string;
            paid_at: string | null;
        };
        /** @description As das cobranças mais novas primeiro. */
        SplitPage: {
            /** @description As partes da página. */
            data: components["schemas"]["ReceivedSplit"][];
            /** @description O cursor da próxima página; null na última. */
            next_cursor: string | null;
        };
        /** @description A divisão do valor de uma cobrança. */
        SplitPreview: {
            /** @description Valor bruto em centavos. */
            amount: number;
            /** @description Tarifa em centavos. */
            fee_amount: number;
            /** @description A fração de centavo que o arredondamento para baixo tira da tarifa, exata. Fica com você. */
            fee_fraction_lost: string;
            /** @description As partes, na ordem enviada. */
            split: components["schemas"]["SplitPreviewSplit"][];
            /** @description O que fica com você, em centavos: o valor menos a tarifa e as partes. */
            origin_amount: number;
            smallest?: components["schemas"]["SplitPreviewSmallest"];
            largest?: components["schemas"]["SplitPreviewSmallest"];
            /** @description Quanto se paga hoje, no fim de cada desconto, no vencimento, depois dele e no último dia. Só numa cobrança com vencimento. */
            days?: components["schemas"]["SplitPreviewDay"][];
        };
        SplitPreviewDay: {
            /** @description O dia em que se paga. */
            day: string;
            /** @description Se é depois do vencimento. */
            is_late: boolean;
            /** @description O valor original. Centavos. */
            original: number;
            /** @description A multa. Centavos. */
            fine: number;
            /** @description Os juros. Centavos. */
            interest: number;
            /** @description O abatimento. Centavos. */
            rebate: number;
            /** @description O desconto. Centavos. */
            discount: number;
            /** @description O que se paga nesse dia. Centavos. */
            amount: number;
        };
        /** @description A divisão do menor valor que algum dia pode ter. Só numa cobrança com vencimento. */
        SplitPreviewSmallest: {
            /** @description Valor bruto em centavos. */
            amount: number;
            /** @description Tarifa em centavos. */
            fee_amount: number;
            /** @description A fração de centavo que o arredondamento para baixo tira da tarifa, exata. Fica com você. */
            fee_fraction_lost: string;
            /** @description As partes, na ordem enviada. */
            split: components["schemas"]["SplitPreviewSplit"][];
            /** @description O que fica com você, em centavos: o valor menos a tarifa e as partes. */
            origin_amount: number;
        };
        SplitPreviewSplit: {
            /** @description Quem recebe. */
            username: string;
            /** @description Percentual do valor bruto; null numa parte fixa. */
            percentage: number | null;
            /** @description A parte, em centavos. */
            amount: number;
            /** @description A fração de centavo que o arredondamento para baixo tira da parte, exata. Fica com você. */
            fraction_lost: string;
        };
        SplitReceivedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "split.received";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["SplitOfEvent"];
        };
        SplitRefundedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "split.refunded";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["SplitOfEvent"];
        };
        /** @description Os lançamentos de uma conta, os mais antigos primeiro. */
        Statement: {
            /**
             * @description A conta.
             * @enum {string}
             */
            account: "available" | "reserved" | "blocked" | "pending_settlement" | "debt";
            from: string | null;
            /** @description O último dia do período. */
            to: string;
            /** @description Centavos, antes do período. */
            opening_balance: number;
            /** @description Centavos, ao fim do período ou agora. */
            closing_balance: number;
            /** @description Os lançamentos da página. */
            data: components["schemas"]["StatementEntry"][];
            next_cursor: string | null;
            /** @description Se o período tem mais lançamentos depois desta página. */
            has_more: boolean;
        };
        /** @description Um movimento da conta. */
        StatementEntry: {
            /** @description O número do lançamento na conta, sem buracos. */
            sequence: number;
            /**
             * @description O tipo do lançamento.
             * @enum {string}
             */
            kind: "charge_paid" | "split_received" | "payout_reserved" | "payout_paid" | "payout_failed" | "refund_reserved" | "refund_paid" | "refund_failed" | "payout_returned" | "payout_paid_late" | "refund_paid_late" | "transfer_sent" | "transfer_received" | "sandbox_reset" | "incoming_payment_suspended" | "incoming_payment_assigned" | "incoming_payment_returned" | "bank_adjustment" | "balance_blocked" | "balance_released" | "debt_repaid" | "dispute_returned" | "balance_adjusted" | "payment_settled" | "incoming_payment_unassigned" | "incoming_payment_disputed" | "payout_resolution_reversed" | "refund_resolution_reversed" | "incoming_payment_matched";
            /** @description O nome do lançamento, para pessoas. */
            label: string;
            /** @description Do que o lançamento trata: com o tipo, é único. */
            reference_id: string;
            transaction_id: string | null;
            external_id: string | null;
            /** @description Centavos com sinal: positivo entra na conta, negativo sai. */
            amount: number;
            /** @description O saldo da conta depois dele, em centavos. */
            balance_after: number;
            /** @description Quando foi lançado. ISO 8601 UTC. */
            created_at: string;
        };
        StatementFilters: {
            /**
             * @description json (sem o parâmetro): os lançamentos de uma conta, em páginas. Os outros são arquivos para a contabilidade, com uma linha por movimento e o bruto e a tarifa separados: csv, xlsx (com os totais por dia) e ofx; days_csv só tem os totais por dia, e pdf é o fechamento do período. Eles não levam account, limit e cursor.
             * @enum {string}
             */
            format?: "json" | "csv" | "days_csv" | "xlsx" | "ofx" | "pdf";
            /**
             * @description A conta; sem o parâmetro, o saldo disponível.
             * @enum {string}
             */
            account?: "available" | "reserved" | "blocked" | "pending_settlement" | "debt";
            /** @description O primeiro dia, em Brasília. Sem ele, os últimos 30 dias ou, com cursor, desde o começo. */
            from?: string;
            /** @description O último dia, em Brasília; sem ele, hoje. */
            to?: string;
            /** @description Quantos por página. */
            limit?: number;
            /** @description O next_cursor da página anterior, também de outro dia. */
            cursor?: string;
        };
        /** @description Uma assinatura por Pix Automático. */
        Subscription: {
            /** @description Identificador da assinatura. */
            internal_id: string;
            /** @description Sua referência. */
            reference: string;
            /**
             * @description O estado.
             * @enum {string}
             */
            status: "created" | "authorized" | "paused" | "rejected" | "canceled" | "expired";
            /** @description Por que terminou ou falhou; null se não. */
            reason: components["schemas"]["SubscriptionReason"] | null;
            /** @description Quem terminou: você, o pagador (ou o banco dele), ou o prazo (gateway). */
            ended_by: ("merchant" | "payer" | "gateway") | null;
            payer: components["schemas"]["SubscriptionPayer"];
            /** @description O que se paga. */
            description: string;
            /** @description Valor fixo, em centavos; null se variável. */
            amount: number | null;
            /** @description O menor valor, em centavos; null se fixo. */
            min_amount: number | null;
            /**
             * @description De quanto em quanto tempo.
             * @enum {string}
             */
            interval: "weekly" | "monthly" | "quarterly" | "semiannual" | "annual";
            /**
             * @description three_in_seven_days: até três novas tentativas em sete dias, se uma falhar.
             * @enum {string}
             */
            retries: "none" | "three_in_seven_days";
            /** @description Como o pagador autoriza; null numa recorrência da API Pix que ainda não tem location nem solicitação. */
            journey: ("bank_push" | "code" | "code_and_first_payment" | "offer") | null;
            /** @description O primeiro vencimento. */
            first_due_on: string;
            ends_on: string | null;
            /** @description Como foi enviado; null sem split. */
            splits: unknown;
            /** @description Seus textos. */
            metadata: {
                [key: string]: string;
            } | null;
            authorization: components["schemas"]["SubscriptionAuthorization"];
            first_transaction_id: string | null;
            payment_link_id: string | null;
            /** @description O próximo débito; null se não há. */
            next_cycle: components["schemas"]["SubscriptionNextCycle"] | null;
            /** @description Quando foi criada. ISO 8601 UTC. */
            created_at: string;
            authorized_at: string | null;
            ended_at: string | null;
        };
        /** @description Como o pagador autoriza. */
        SubscriptionAuthorization: {
            code: string | null;
            qr_image_url: string | null;
            /** @description O caminho da página do pagador. */
            page_url: string;
            /** @description Até quando o pagador pode autorizar. ISO 8601 UTC. */
            expires_at: string;
        };
        SubscriptionAuthorizedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "subscription.authorized";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Subscription"];
        };
        SubscriptionCanceledEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "subscription.canceled";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Subscription"];
        };
        /** @description A cobrança de um ciclo de uma assinatura. */
        SubscriptionCycle: {
            /** @description A assinatura. */
            subscription_id: string;
            /** @description A referência da assinatura. */
            reference: string;
            /** @description O primeiro dia do ciclo. */
            starts_on: string;
            /** @description O vencimento, em dia útil. */
            due_on: string;
            /** @description Em centavos. */
            amount: number;
            /**
             * @description O estado.
             * @enum {string}
             */
            status: "scheduled" | "retrying" | "paid" | "failed" | "canceled";
            /** @description Por que terminou ou falhou; null se não. */
            reason: components["schemas"]["SubscriptionReason"] | null;
            transaction_id: string | null;
            /** @description As tentativas, na ordem. */
            attempts: components["schemas"]["SubscriptionCycleAttempt"][];
            /** @description Quando foi criada. ISO 8601 UTC. */
            created_at: string;
            ended_at: string | null;
        };
        SubscriptionCycleAttempt: {
            /**
             * @description scheduled: a do vencimento; new_attempt: nova tentativa; resend: o banco do pagador falhou e recebeu o mesmo pedido outra vez, para o mesmo dia (só em produção).
             * @enum {string}
             */
            kind: "scheduled" | "new_attempt" | "resend";
            /** @description O dia da tentativa. */
            on: string;
            /**
             * @description O estado.
             * @enum {string}
             */
            status: "scheduled" | "paid" | "failed" | "canceled";
            /** @description Por que terminou ou falhou; null se não. */
            reason: components["schemas"]["SubscriptionReason"] | null;
            no_balance_at: string | null;
            ended_at: string | null;
        };
        SubscriptionCyclePage: {
            /** @description Os mais novos primeiro. */
            data: components["schemas"]["SubscriptionCycle"][];
            next_cursor: string | null;
        };
        SubscriptionExpiredEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "subscription.expired";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Subscription"];
        };
        SubscriptionFilters: {
            /**
             * @description Só neste estado.
             * @enum {string}
             */
            status?: "created" | "authorized" | "paused" | "rejected" | "canceled" | "expired";
            /** @description Só desta referência. */
            reference?: string | null;
            /** @description Só deste pagador. */
            document?: string | null;
            /** @description Só as que pagadores fizeram por este link de pagamento. */
            payment_link_id?: string | null;
            /** @description Criadas desde então. */
            created_from?: string;
            /** @description Criadas antes de então. */
            created_to?: string;
            /** @description O next_cursor da página anterior. */
            cursor?: string;
            /** @description Itens por página. */
            limit?: number;
        };
        SubscriptionNextCycle: {
            /** @description O dia do próximo débito. */
            due_on: string;
            /** @description Em centavos. */
            amount: number;
            /**
             * @description planned: ainda será criada.
             * @enum {string}
             */
            status: "scheduled" | "retrying" | "paid" | "failed" | "canceled" | "planned";
        };
        SubscriptionPage: {
            /** @description As mais novas primeiro. */
            data: components["schemas"]["Subscription"][];
            next_cursor: string | null;
        };
        SubscriptionPausedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "subscription.paused";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Subscription"];
        };
        /** @description Quem paga. */
        SubscriptionPayer: {
            /** @description Nome. */
            name: string;
            /** @description CPF ou CNPJ. */
            document: string;
            email: string | null;
        };
        SubscriptionReason: {
            /** @description O código do banco, ou um nosso. */
            code: string;
            /** @description O motivo. */
            message: string;
            remedy: string | null;
        };
        SubscriptionRejectedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "subscription.rejected";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Subscription"];
        };
        SubscriptionResumedEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "subscription.resumed";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["Subscription"];
        };
        SubscriptionRetry: {
            due_on?: string | null;
            on?: string | null;
        };
        /** @description Um relógio do ambiente de teste da conta. */
        TestClock: {
            /** @description Identificador do relógio. */
            id: string;
            name: string | null;
            /**
             * @description ready: tudo o que vencia até now aconteceu. advancing: está acontecendo. deleting: o que esperava está sendo encerrado.
             * @enum {string}
             */
            status: "ready" | "advancing" | "deleting";
            /** @description A hora do relógio. Ela só muda quando você o avança. ISO 8601 UTC. */
            now: string;
            /** @description Até onde vai o avanço em andamento; sem avanço, igual a now. ISO 8601 UTC. */
            target: string;
            /** @description A hora com que o relógio começou. ISO 8601 UTC. */
            started_at: string;
            /** @description Quando foi criado, pela hora real. ISO 8601 UTC. */
            created_at: string;
            /** @description Quando é apagado, pela hora real, se ninguém o avançar até lá. ISO 8601 UTC. */
            deleted_after: string;
            /** @description As chaves que vivem no tempo do relógio. */
            client_ids: string[];
        };
        /** @description Um dos dois campos. */
        TestClockAdvance: {
            /** @description Quantos segundos o relógio avança. */
            seconds?: number;
            /** @description Até que hora o relógio avança: ISO 8601. Em lugar de seconds. */
            to?: string | null;
        };
        /** @description Os relógios da conta. */
        TestClocks: {
            /** @description Os mais antigos primeiro, até 20. */
            data: components["schemas"]["TestClock"][];
        };
        TestCycleFailure: {
            /**
             * @description O código do banco. Sem ele, no_balance.
             * @enum {string}
             */
            code?: "no_balance" | "AB10" | "AC05" | "AC06" | "AM02" | "AM09" | "DENC" | "DS27" | "DTED" | "DTNT" | "FBRD" | "IRNT" | "MIDI" | "MSUC" | "NIEC" | "NIPA" | "NITX" | "QUNT" | "RC09" | "UDEI";
            /**
             * @description Só sem `code` ou com no_balance, e no tempo do banco. morning: não há saldo de manhã, e a cobrança é paga às 18h; evening: também não há à noite, e ela falha.
             * @enum {string}
             */
            tries?: "morning" | "evening";
        };
        TestDisputeOutcome: {
            /**
             * @description Como termina.
             * @enum {string}
             */
            outcome: "accepted" | "rejected" | "canceled";
        };
        /** @description Sem corpo, a cobrança é paga no valor certo. */
        TestPayment: {
            /**
             * @description Como a cobrança é paga: exact (valor certo, no prazo), late (depois de expirar), twice (duas vezes), less (metade), more (o dobro), another_document (por outro CPF).
             * @enum {string}
             */
            scenario?: "exact" | "late" | "twice" | "less" | "more" | "another_document";
            /**
             * @description O que dá errado na entrega aos seus webhooks: lost (nada é enviado), doubled (duas vezes), out_of_order (só com late: deposit.paid antes de deposit.expired), old_time (assinatura de 10 minutos atrás) e wrong_secret (assinatura de outro segredo) na próxima tentativa.
             * @enum {string}
             */
            webhook_scenario?: "lost" | "doubled" | "out_of_order" | "old_time" | "wrong_secret";
        };
        TestSubscriptionCancellation: {
            /**
             * @description O código do banco. Sem ele, SLDB.
             * @enum {string}
             */
            code?: "ACCL" | "CPCL" | "DCSD" | "ERSL" | "FRUD" | "PCFD" | "SLCR" | "SLDB";
        };
        TestSubscriptionRejection: {
            /**
             * @description O código do banco. Sem ele, AP13.
             * @enum {string}
             */
            code?: "AP13" | "AP14" | "AP15";
        };
        /** @description Uma cobrança (`type: charge`) ou um saque (`type: payout`). */
        Transaction: components["schemas"]["Charge"] | components["schemas"]["Payout"];
        TransactionFilters: {
            /**
             * @description Só cobranças ou só saques.
             * @enum {string}
             */
            type?: "charge" | "payout";
            /**
             * @description Só as que estão neste estado.
             * @enum {string}
             */
            status?: "awaiting_approval" | "pending" | "paid" | "expired" | "canceled" | "partially_refunded" | "refunded" | "failed";
            /** @description Só as que têm esta referência. */
            external_id?: string;
            /** @description Só as criadas com esta chave; `panel` para as criadas no painel. */
            client_id?: string;
            /** @description Só as cobranças deste cliente: o id de GET /v1/customers. */
            customer?: string;
            /** @description Criadas a partir deste instante, inclusive. Só a data vale 00:00 UTC. */
            created_from?: string;
            /** @description Criadas antes deste instante. */
            created_to?: string;
            /** @description Pagas a partir deste instante, inclusive. Só a data vale 00:00 UTC. */
            paid_from?: string;
            /** @description Pagas antes deste instante. */
            paid_to?: string;
            /** @description Só as cobranças deste link de pagamento. */
            payment_link_id?: string;
            /** @description Pendentes que vencem a partir deste dia. */
            due_from?: string;
            /** @description Pendentes que vencem até este dia, inclusive. */
            due_to?: string;
            /** @description true: só as pendentes cujo vencimento já passou, pelo dia de hoje em Brasília. */
            overdue?: boolean;
            /** @description Quantas por página. */
            limit?: number;
            /** @description O next_cursor da página anterior. */
            cursor?: string;
        };
        /** @description As mais novas primeiro. */
        TransactionPage: {
            /** @description As transações da página. */
            data: components["schemas"]["Transaction"][];
            /** @description O cursor da próxima página; null na última. */
            next_cursor: string | null;
        };
        /** @description Um endereço que recebe os seus eventos. */
        WebhookEndpoint: {
            /** @description Identificador do webhook. */
            id: string;
            /** @description Para onde os eventos vão. */
            url: string;
            /** @description Os eventos que recebe. */
            events: ("deposit.paid" | "deposit.expired" | "deposit.canceled" | "deposit.refunded" | "deposit.refund_failed" | "payout.paid" | "payout.failed" | "payout.returned" | "payout.awaiting_approval" | "payout.rejected" | "split.received" | "split.refunded" | "split.disputed" | "dispute.opened" | "dispute.updated" | "dispute.closed" | "balance.adjusted" | "subscription.authorized" | "subscription.rejected" | "subscription.paused" | "subscription.resumed" | "subscription.canceled" | "subscription.expired" | "cycle.scheduled" | "cycle.paid" | "cycle.failed" | "cycle.retrying" | "cycle.canceled")[];
            pix_key: string | null;
            /**
             * @description paused: as entregas esperam até que seja retomado.
             * @enum {string}
             */
            status: "active" | "paused";
            /** @description Quando foi criado. ISO 8601 UTC. */
            created_at: string;
        };
        /** @description O que não é enviado fica como está. */
        WebhookEndpointChange: {
            /** @description Em produção, https e público. */
            url?: string;
            /** @description Só estes eventos. */
            events?: ("deposit.paid" | "deposit.expired" | "deposit.canceled" | "deposit.refunded" | "deposit.refund_failed" | "payout.paid" | "payout.failed" | "payout.returned" | "payout.awaiting_approval" | "payout.rejected" | "split.received" | "split.refunded" | "split.disputed" | "dispute.opened" | "dispute.updated" | "dispute.closed" | "balance.adjusted" | "subscription.authorized" | "subscription.rejected" | "subscription.paused" | "subscription.resumed" | "subscription.canceled" | "subscription.expired" | "cycle.scheduled" | "cycle.paid" | "cycle.failed" | "cycle.retrying" | "cycle.canceled")[];
        };
        /** @description Guarde o segredo: não é mostrado de novo. */
        WebhookEndpointWithSecret: {
            /** @description Identificador do webhook. */
            id: string;
            /** @description Para onde os eventos vão. */
            url: string;
            /** @description Os eventos que recebe. */
            events: ("deposit.paid" | "deposit.expired" | "deposit.canceled" | "deposit.refunded" | "deposit.refund_failed" | "payout.paid" | "payout.failed" | "payout.returned" | "payout.awaiting_approval" | "payout.rejected" | "split.received" | "split.refunded" | "split.disputed" | "dispute.opened" | "dispute.updated" | "dispute.closed" | "balance.adjusted" | "subscription.authorized" | "subscription.rejected" | "subscription.paused" | "subscription.resumed" | "subscription.canceled" | "subscription.expired" | "cycle.scheduled" | "cycle.paid" | "cycle.failed" | "cycle.retrying" | "cycle.canceled")[];
            pix_key: string | null;
            /**
             * @description paused: as entregas esperam até que seja retomado.
             * @enum {string}
             */
            status: "active" | "paused";
            /** @description Quando foi criado. ISO 8601 UTC. */
            created_at: string;
            /** @description O segredo das assinaturas, mostrado só nesta resposta. */
            secret: string;
        };
        /** @description Os webhooks do ambiente da chave. */
        WebhookEndpoints: {
            /** @description Os mais antigos primeiro, até 20. */
            data: components["schemas"]["WebhookEndpoint"][];
        };
        WebhookEvent: components["schemas"]["DepositPaidEvent"] | components["schemas"]["DepositExpiredEvent"] | components["schemas"]["DepositCanceledEvent"] | components["schemas"]["DepositRefundedEvent"] | components["schemas"]["DepositRefundFailedEvent"] | components["schemas"]["PayoutPaidEvent"] | components["schemas"]["PayoutFailedEvent"] | components["schemas"]["PayoutReturnedEvent"] | components["schemas"]["PayoutAwaitingApprovalEvent"] | components["schemas"]["PayoutRejectedEvent"] | components["schemas"]["SplitReceivedEvent"] | components["schemas"]["SplitRefundedEvent"] | components["schemas"]["SplitDisputedEvent"] | components["schemas"]["DisputeOpenedEvent"] | components["schemas"]["DisputeUpdatedEvent"] | components["schemas"]["DisputeClosedEvent"] | components["schemas"]["BalanceAdjustedEvent"] | components["schemas"]["SubscriptionAuthorizedEvent"] | components["schemas"]["SubscriptionRejectedEvent"] | components["schemas"]["SubscriptionPausedEvent"] | components["schemas"]["SubscriptionResumedEvent"] | components["schemas"]["SubscriptionCanceledEvent"] | components["schemas"]["SubscriptionExpiredEvent"] | components["schemas"]["CycleScheduledEvent"] | components["schemas"]["CyclePaidEvent"] | components["schemas"]["CycleFailedEvent"] | components["schemas"]["CycleRetryingEvent"] | components["schemas"]["CycleCanceledEvent"] | components["schemas"]["WebhookTestEvent"];
        /** @description O que um programa que recebe webhooks aceitou e recusou. */
        WebhookExam: {
            /** @description Identificador do exame. */
            id: string;
            /** @description O endereço examinado. */
            url: string;
            webhook_endpoint_id: string | null;
            /**
             * @description awaiting_start: aguarda o início. running: em andamento. passed: tudo certo. failed: há o que corrigir.
             * @enum {string}
             */
            status: "awaiting_start" | "running" | "passed" | "failed";
            /** @description Por que terminou sem resultados: interrupted (o gateway parou várias vezes) ou webhook_deleted; null se não foi o caso. */
            failure: ("interrupted" | "webhook_deleted") | null;
            /** @description Os resultados, quando terminou. */
            checks: components["schemas"]["WebhookExamCheck"][];
            /** @description Quando foi pedido. ISO 8601 UTC. */
            created_at: string;
            ended_at: string | null;
        };
        WebhookExamCheck: {
            /**
             * @description O que foi enviado.
             * @enum {string}
             */
            name: "valid" | "repeated" | "older_sequence" | "old_time" | "wrong_signature" | "changed_body" | "after_rotation" | "slow";
            /** @description O mesmo, em português. */
            title: string;
            /**
             * @description accept: responder 2xx. refuse: responder 400, 401, 403 ou 422.
             * @enum {string}
             */
            expected: "accept" | "refuse";
            /**
             * @description skipped: não foi enviado, porque o endereço não respondeu antes.
             * @enum {string}
             */
            result: "passed" | "failed" | "skipped";
            advice: string | null;
            /** @description A parte do guia sobre isso. */
            guide_url: string;
            /** @description As requisições e as respostas. */
            requests: components["schemas"]["WebhookExamCheckRequest"][];
        };
        WebhookExamCheckRequest: {
            /** @description O status da resposta; null se não houve. */
            response_status: number | null;
            /** @description Milissegundos até a resposta. */
            duration_ms: number;
            response_excerpt: string | null;
            failure: string | null;
        };
        /** @description O segredo é mostrado só nesta resposta. */
        WebhookExamWithSecret: {
            /** @description Identificador do exame. */
            id: string;
            /** @description O endereço examinado. */
            url: string;
            webhook_endpoint_id: string | null;
            /**
             * @description awaiting_start: aguarda o início. running: em andamento. passed: tudo certo. failed: há o que corrigir.
             * @enum {string}
             */
            status: "awaiting_start" | "running" | "passed" | "failed";
            /** @description Por que terminou sem resultados: interrupted (o gateway parou várias vezes) ou webhook_deleted; null se não foi o caso. */
            failure: ("interrupted" | "webhook_deleted") | null;
            /** @description Os resultados, quando terminou. */
            checks: components["schemas"]["WebhookExamCheck"][];
            /** @description Quando foi pedido. ISO 8601 UTC. */
            created_at: string;
            ended_at: string | null;
            /** @description O segredo deste exame, se o endereço não é de um webhook seu. */
            secret?: string;
        };
        /** @description Os exames do ambiente de teste. */
        WebhookExams: {
            /** @description Os mais novos primeiro, até 20. */
            data: components["schemas"]["WebhookExam"][];
        };
        /** @description O que dá errado na entrega de um evento. */
        WebhookScenario: {
            /** @description O evento a enviar. */
            event_id: string;
            /**
             * @description doubled: duas vezes. out_of_order: o evento anterior da mesma transação chega 5 s depois. old_time: assinatura de 10 minutos atrás. wrong_secret: assinatura de outro segredo. Nos dois últimos só a próxima tentativa é assim.
             * @enum {string}
             */
            scenario: "doubled" | "out_of_order" | "old_time" | "wrong_secret";
            /** @description Só a este webhook. Sem ele, a todos os que recebem o evento. */
            webhook_endpoint_id?: string | null;
        };
        /** @description As duas formas de um segredo. */
        WebhookSecretCheck: {
            /** @description Se é o segredo atual do webhook. */
            is_current: boolean;
            secret: string | null;
            standard_secret: string | null;
        };
        /** @description O webhook que você testou. */
        WebhookTest: {
            /**
             * @description Sempre test.
             * @enum {string}
             */
            type: "test";
            /** @description O webhook testado. */
            endpoint_id: string;
        };
        WebhookTestEvent: {
            /** @description Identificador do evento. */
            id: string;
            /**
             * @description O tipo do evento.
             * @enum {string}
             */
            event: "webhook.test";
            /**
             * @description O ambiente da transação.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description Conta os eventos de uma transação, parte ou contestação a partir de 1. */
            sequence: number;
            /** @description Quando aconteceu, ISO 8601 UTC. */
            created_at: string;
            data: components["schemas"]["WebhookTest"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Balance = components['schemas']['Balance'];
export type BalanceAdjustedEvent = components['schemas']['BalanceAdjustedEvent'];
export type BalanceAdjustment = components['schemas']['BalanceAdjustment'];
export type BalanceNextSettlement = components['schemas']['BalanceNextSettlement'];
export type BatchedCharge = components['schemas']['BatchedCharge'];
export type Beneficiary = components['schemas']['Beneficiary'];
export type CanceledSubscription = components['schemas']['CanceledSubscription'];
export type CarneFilters = components['schemas']['CarneFilters'];
export type Charge = components['schemas']['Charge'];
export type ChargeBatch = components['schemas']['ChargeBatch'];
export type ChargeBatchItem = components['schemas']['ChargeBatchItem'];
export type ChargeBatchItemFilters = components['schemas']['ChargeBatchItemFilters'];
export type ChargeBatchItemPage = components['schemas']['ChargeBatchItemPage'];
export type ChargeBatchItemRefusal = components['schemas']['ChargeBatchItemRefusal'];
export type ChargeBatchItemRefusalField = components['schemas']['ChargeBatchItemRefusalField'];
export type ChargeBatchPage = components['schemas']['ChargeBatchPage'];
export type ChargeChange = components['schemas']['ChargeChange'];
export type ChargeDue = components['schemas']['ChargeDue'];
export type ChargeDueDiscount = components['schemas']['ChargeDueDiscount'];
export type ChargeDueFine = components['schemas']['ChargeDueFine'];
export type ChargeDueInterest = components['schemas']['ChargeDueInterest'];
export type ChargeDueRevision = components['schemas']['ChargeDueRevision'];
export type ChargeMails = components['schemas']['ChargeMails'];
export type ChargeMailsAddressStop = components['schemas']['ChargeMailsAddressStop'];
export type ChargeMailsItem = components['schemas']['ChargeMailsItem'];
export type ChargePayer = components['schemas']['ChargePayer'];
export type ChargePayerAddress = components['schemas']['ChargePayerAddress'];
export type ChargeSplit = components['schemas']['ChargeSplit'];
export type ClosingFilters = components['schemas']['ClosingFilters'];
export type ClosingPage = components['schemas']['ClosingPage'];
export type ClosingRecipient = components['schemas']['ClosingRecipient'];
export type ClosingSettings = components['schemas']['ClosingSettings'];
export type CreatedCharge = components['schemas']['CreatedCharge'];
export type CreatedPayout = components['schemas']['CreatedPayout'];
export type CreatedRefund = components['schemas']['CreatedRefund'];
export type Customer = components['schemas']['Customer'];
export type CustomerDetails = components['schemas']['CustomerDetails'];
export type CustomerErasure = components['schemas']['CustomerErasure'];
export type CustomerExport = components['schemas']['CustomerExport'];
export type CustomerExportMail = components['schemas']['CustomerExportMail'];
export type CustomerFilters = components['schemas']['CustomerFilters'];
export type CustomerNote = components['schemas']['CustomerNote'];
export type CustomerPage = components['schemas']['CustomerPage'];
export type CustomerSummary = components['schemas']['CustomerSummary'];
export type CycleCanceledEvent = components['schemas']['CycleCanceledEvent'];
export type CycleFailedEvent = components['schemas']['CycleFailedEvent'];
export type CyclePaidEvent = components['schemas']['CyclePaidEvent'];
export type CycleRetryingEvent = components['schemas']['CycleRetryingEvent'];
export type CycleScheduledEvent = components['schemas']['CycleScheduledEvent'];
export type DepositCanceledEvent = components['schemas']['DepositCanceledEvent'];
export type DepositExpiredEvent = components['schemas']['DepositExpiredEvent'];
export type DepositPaidEvent = components['schemas']['DepositPaidEvent'];
export type DepositRefundFailedEvent = components['schemas']['DepositRefundFailedEvent'];
export type DepositRefundedEvent = components['schemas']['DepositRefundedEvent'];
export type Dispute = components['schemas']['Dispute'];
export type DisputeClosedEvent = components['schemas']['DisputeClosedEvent'];
export type DisputeDefense = components['schemas']['DisputeDefense'];
export type DisputeFile = components['schemas']['DisputeFile'];
export type DisputeFiles = components['schemas']['DisputeFiles'];
export type DisputeFilters = components['schemas']['DisputeFilters'];
export type DisputeOpenedEvent = components['schemas']['DisputeOpenedEvent'];
export type DisputePage = components['schemas']['DisputePage'];
export type DisputeUpdatedEvent = components['schemas']['DisputeUpdatedEvent'];
export type EventAttempt = components['schemas']['EventAttempt'];
export type EventAttempts = components['schemas']['EventAttempts'];
export type EventDetails = components['schemas']['EventDetails'];
export type EventDetailsDelivery = components['schemas']['EventDetailsDelivery'];
export type EventFilters = components['schemas']['EventFilters'];
export type EventPage = components['schemas']['EventPage'];
export type EventPageItem = components['schemas']['EventPageItem'];
export type EventResend = components['schemas']['EventResend'];
export type EventStreamFilters = components['schemas']['EventStreamFilters'];
export type FailureReason = components['schemas']['FailureReason'];
export type ListedRefund = components['schemas']['ListedRefund'];
export type MailedClosing = components['schemas']['MailedClosing'];
export type NewCharge = components['schemas']['NewCharge'];
export type NewChargeBatch = components['schemas']['NewChargeBatch'];
export type NewDefense = components['schemas']['NewDefense'];
export type NewDisputeFile = components['schemas']['NewDisputeFile'];
export type NewPayer = components['schemas']['NewPayer'];
export type NewPayerAddress = components['schemas']['NewPayerAddress'];
export type NewPaymentLink = components['schemas']['NewPaymentLink'];
export type NewPaymentLinkSubscription = components['schemas']['NewPaymentLinkSubscription'];
export type NewPayout = components['schemas']['NewPayout'];
export type NewProduct = components['schemas']['NewProduct'];
export type NewRefund = components['schemas']['NewRefund'];
export type NewSplit = components['schemas']['NewSplit'];
export type NewSplitPreview = components['schemas']['NewSplitPreview'];
export type NewSplitPreviewPayer = components['schemas']['NewSplitPreviewPayer'];
export type NewSubscription = components['schemas']['NewSubscription'];
export type NewSubscriptionCycle = components['schemas']['NewSubscriptionCycle'];
export type NewSubscriptionFirstPayment = components['schemas']['NewSubscriptionFirstPayment'];
export type NewSubscriptionPayer = components['schemas']['NewSubscriptionPayer'];
export type NewSubscriptionPayerAccount = components['schemas']['NewSubscriptionPayerAccount'];
export type NewTestClock = components['schemas']['NewTestClock'];
export type NewTestDispute = components['schemas']['NewTestDispute'];
export type NewWebhookEndpoint = components['schemas']['NewWebhookEndpoint'];
export type NewWebhookExam = components['schemas']['NewWebhookExam'];
export type NewWebhookSecretCheck = components['schemas']['NewWebhookSecretCheck'];
export type PaidTestCharge = components['schemas']['PaidTestCharge'];
export type PaidTestChargeTestPayment = components['schemas']['PaidTestChargeTestPayment'];
export type PayerMailSettings = components['schemas']['PayerMailSettings'];
export type PayerMailSettingsChange = components['schemas']['PayerMailSettingsChange'];
export type PaymentLink = components['schemas']['PaymentLink'];
export type PaymentLinkChange = components['schemas']['PaymentLinkChange'];
export type PaymentLinkDue = components['schemas']['PaymentLinkDue'];
export type PaymentLinkDueDiscount = components['schemas']['PaymentLinkDueDiscount'];
export type PaymentLinkFilters = components['schemas']['PaymentLinkFilters'];
export type PaymentLinkPage = components['schemas']['PaymentLinkPage'];
export type PaymentLinkSubscription = components['schemas']['PaymentLinkSubscription'];
export type Payout = components['schemas']['Payout'];
export type PayoutAwaitingApprovalEvent = components['schemas']['PayoutAwaitingApprovalEvent'];
export type PayoutFailedEvent = components['schemas']['PayoutFailedEvent'];
export type PayoutPaidEvent = components['schemas']['PayoutPaidEvent'];
export type PayoutRejectedEvent = components['schemas']['PayoutRejectedEvent'];
export type PayoutReturnedEvent = components['schemas']['PayoutReturnedEvent'];
export type Product = components['schemas']['Product'];
export type ProductChange = components['schemas']['ProductChange'];
export type ProductPage = components['schemas']['ProductPage'];
export type ReceivedSplit = components['schemas']['ReceivedSplit'];
export type ReceivedSplitOrigin = components['schemas']['ReceivedSplitOrigin'];
export type Refund = components['schemas']['Refund'];
export type RefundFilters = components['schemas']['RefundFilters'];
export type RefundPage = components['schemas']['RefundPage'];
export type RefundSplit = components['schemas']['RefundSplit'];
export type RequestRecord = components['schemas']['RequestRecord'];
export type SplitDisputedEvent = components['schemas']['SplitDisputedEvent'];
export type SplitFilters = components['schemas']['SplitFilters'];
export type SplitOfEvent = components['schemas']['SplitOfEvent'];
export type SplitPage = components['schemas']['SplitPage'];
export type SplitPreview = components['schemas']['SplitPreview'];
export type SplitPreviewDay = components['schemas']['SplitPreviewDay'];
export type SplitPreviewSmallest = components['schemas']['SplitPreviewSmallest'];
export type SplitPreviewSplit = components['schemas']['SplitPreviewSplit'];
export type SplitReceivedEvent = components['schemas']['SplitReceivedEvent'];
export type SplitRefundedEvent = components['schemas']['SplitRefundedEvent'];
export type Statement = components['schemas']['Statement'];
export type StatementEntry = components['schemas']['StatementEntry'];
export type StatementFilters = components['schemas']['StatementFilters'];
export type Subscription = components['schemas']['Subscription'];
export type SubscriptionAuthorization = components['schemas']['SubscriptionAuthorization'];
export type SubscriptionAuthorizedEvent = components['schemas']['SubscriptionAuthorizedEvent'];
export type SubscriptionCanceledEvent = components['schemas']['SubscriptionCanceledEvent'];
export type SubscriptionCycle = components['schemas']['SubscriptionCycle'];
export type SubscriptionCycleAttempt = components['schemas']['SubscriptionCycleAttempt'];
export type SubscriptionCyclePage = components['schemas']['SubscriptionCyclePage'];
export type SubscriptionExpiredEvent = components['schemas']['SubscriptionExpiredEvent'];
export type SubscriptionFilters = components['schemas']['SubscriptionFilters'];
export type SubscriptionNextCycle = components['schemas']['SubscriptionNextCycle'];
export type SubscriptionPage = components['schemas']['SubscriptionPage'];
export type SubscriptionPausedEvent = components['schemas']['SubscriptionPausedEvent'];
export type SubscriptionPayer = components['schemas']['SubscriptionPayer'];
export type SubscriptionReason = components['schemas']['SubscriptionReason'];
export type SubscriptionRejectedEvent = components['schemas']['SubscriptionRejectedEvent'];
export type SubscriptionResumedEvent = components['schemas']['SubscriptionResumedEvent'];
export type SubscriptionRetry = components['schemas']['SubscriptionRetry'];
export type TestClock = components['schemas']['TestClock'];
export type TestClockAdvance = components['schemas']['TestClockAdvance'];
export type TestClocks = components['schemas']['TestClocks'];
export type TestCycleFailure = components['schemas']['TestCycleFailure'];
export type TestDisputeOutcome = components['schemas']['TestDisputeOutcome'];
export type TestPayment = components['schemas']['TestPayment'];
export type TestSubscriptionCancellation = components['schemas']['TestSubscriptionCancellation'];
export type TestSubscriptionRejection = components['schemas']['TestSubscriptionRejection'];
export type Transaction = components['schemas']['Transaction'];
export type TransactionFilters = components['schemas']['TransactionFilters'];
export type TransactionPage = components['schemas']['TransactionPage'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointChange = components['schemas']['WebhookEndpointChange'];
export type WebhookEndpointWithSecret = components['schemas']['WebhookEndpointWithSecret'];
export type WebhookEndpoints = components['schemas']['WebhookEndpoints'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookExam = components['schemas']['WebhookExam'];
export type WebhookExamCheck = components['schemas']['WebhookExamCheck'];
export type WebhookExamCheckRequest = components['schemas']['WebhookExamCheckRequest'];
export type WebhookExamWithSecret = components['schemas']['WebhookExamWithSecret'];
export type WebhookExams = components['schemas']['WebhookExams'];
export type WebhookScenario = components['schemas']['WebhookScenario'];
export type WebhookSecretCheck = components['schemas']['WebhookSecretCheck'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];
