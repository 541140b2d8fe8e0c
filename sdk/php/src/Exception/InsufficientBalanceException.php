<?php

declare(strict_types=1);

namespace PixGateway\Exception;

/** 422: o saldo disponível não cobre a operação. */
class InsufficientBalanceException extends InvalidRequestException
{
}
