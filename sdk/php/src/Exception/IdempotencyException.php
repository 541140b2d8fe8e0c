<?php

declare(strict_types=1);

namespace PixGateway\Exception;

/** 409: a Idempotency-Key é de outra operação, ou a primeira requisição não terminou. */
class IdempotencyException extends ConflictException
{
}
